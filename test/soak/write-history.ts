import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FlakySubscriber } from "../e2e/support/flaky-subscriber.ts";
import type { OracleEntry } from "../e2e/support/oracle.ts";

/**
 * Writes everything that happened at the source and everything that was published, each event once, as lines of JSON.
 */
export function writeHistory(
  directory: string,
  source: readonly OracleEntry[],
  { distinct }: Pick<FlakySubscriber, "distinct">,
): void {
  const lines = (things: readonly unknown[]) => things.map((thing) => `${JSON.stringify(thing)}\n`).join("");
  writeFileSync(join(directory, "source.ndjson"), lines(source));
  writeFileSync(join(directory, "events.ndjson"), lines([...distinct.values()].map(({ event }) => event)));
}
