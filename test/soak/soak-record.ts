import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sample } from "./curves-svg.ts";
import type { Disturbance } from "./soak-plan.ts";
import type { Verdict } from "./verdict.ts";

/** What a soak leaves in its directory for its pages. */
export type SoakRecord = {
  readonly samples: readonly Sample[];
  readonly disturbances: readonly Disturbance[];
  readonly verdict: Verdict;
};

const name = "record.json";

export function writeRecord(directory: string, record: SoakRecord): void {
  writeFileSync(join(directory, name), JSON.stringify(record));
}

export function readRecord(directory: string): SoakRecord {
  return JSON.parse(readFileSync(join(directory, name), "utf8")) as SoakRecord;
}
