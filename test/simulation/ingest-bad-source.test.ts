import { expect, test } from "vitest";
import { faultMix } from "../support/fault-mix.ts";
import { expectFaithful, lived, seeds } from "./ingest-life.ts";
import type { WorldOptions } from "./world-options.ts";

/** Each source misbehaves in a different way. Two processes of the bridge share its budget and its credential. */
const sources: readonly { readonly name: string; readonly source: WorldOptions["source"]; readonly kinds: string[] }[] =
  [
    {
      ...{ name: "35 % of the answers are faulty", source: { faults: faultMix(0.35) } },
      // Small worlds have few cursors that could expire, and few records are read by id.
      kinds: ["token", "burst", "html", "reset", "truncated", "late", "429", "429-date", "503", "revoked"],
    },
    {
      ...{ name: "each new token revokes the last one, and every answer is late, by up to 8 s", kinds: ["late"] },
      source: { faults: "late=1:8000", settings: { switches: { oneLiveToken: true } } },
    },
  ];
const runs = sources.flatMap((one) => seeds.map((seed) => ({ ...one, seed })));

test.each(runs)("seed $seed, $name: nothing is lost and nothing invented", async ({ source, kinds, seed }) => {
  const life = await lived(seed, source);
  await expectFaithful(life);
  expect([...life.world.faulty.faults.counts.keys()]).toEqual(expect.arrayContaining(kinds));
});
