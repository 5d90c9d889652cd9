import { expect, test } from "vitest";
import { countedTurns } from "../../../support/counted-turns.ts";
import { slowTurns } from "../../../support/turns.ts";
import { mirrorWith } from "../../mirror/mirror-fixture.ts";

test("a page of long rows is compared and fitted into items row by row, in event-loop turns", async () => {
  const { see, item } = mirrorWith(undefined, slowTurns());
  const fields = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`f${at}`, at]));
  const rows = Array.from({ length: 30 }, (_, at) => ({ id: `j${at}`, created: "2025-01-01T00:00:00Z", ...fields }));
  const turns = await countedTurns(() => see("project", rows, { draining: true }));
  expect(turns).toBeGreaterThanOrEqual(60);
  expect(item("j29").lean?.body["f49"]).toBe(49);
});
