import fc from "fast-check";
import { expect, test } from "vitest";
import { runJournalModel } from "../../simulation/journal-model.ts";

/** `RUNS=100 npx vitest run test/unit/polling/journal.model.test.ts` tests more. */
const runs = Number(process.env["RUNS"] ?? 20);

test.each(["small", "production"] as const)(
  "hazards 35 to 41: with the %s limit of counted entries no entry of a journal is lost or recorded twice, despite workers, crashes, late commits and lost cursors",
  async (counted) => {
    let reported = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const verdict = await runJournalModel(seed, counted);
        reported += verdict.reported;
        expect(verdict).toMatchObject({ lost: 0, doubled: 0 });
      }),
      { numRuns: runs, seed: 20261121 },
    );
    expect(reported).toBeGreaterThan(250);
  },
);
