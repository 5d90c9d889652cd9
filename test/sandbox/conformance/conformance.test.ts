import { describe, test } from "vitest";
import { contractRows } from "./contract-rows.ts";
import { World } from "./world.ts";

for (const { row, cells } of contractRows) {
  describe(row, () => {
    for (const [cell, show] of Object.entries(cells)) {
      test(`${row}: ${cell}`, async () => {
        await show(await World.open());
      });
    }
  });
}
