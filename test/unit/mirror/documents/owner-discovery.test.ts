import { expect, test } from "vitest";
import { mirrorWith } from "../mirror-fixture.ts";

test("hazard 50: every project is an owner of its own, the ones below another project, too", async () => {
  const { see, asserted } = mirrorWith();
  await see(
    "project",
    [
      { id: "p1", name: "Main", created: "2025-01-01T00:00:00Z" },
      { id: "p2", name: "Sub", parentId: "p1", created: "2025-01-01T00:00:00Z" },
    ],
    { draining: true },
  );
  expect(asserted).toMatchObject([
    { type: "Project", id: "p1" },
    { type: "Project", id: "p2" },
  ]);
});
