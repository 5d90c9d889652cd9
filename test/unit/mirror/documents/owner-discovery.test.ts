import { expect, test } from "vitest";
import { storedItem } from "../../../../shared/mirror/mirror-item.ts";
import { tombstoneOf } from "../../../../shared/mirror/next-item.ts";
import { mirrorWith, seqFloor } from "../mirror-fixture.ts";

test("hazard 50: every project is an owner, including those below another project", async () => {
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

test("an owner that reappears after its removal has its feed woken, and others' feeds don't change", async () => {
  const { see, woken, mirror, item, source, clock } = mirrorWith();
  const company = { id: "c1", name: "Back", created: "2025-01-01T00:00:00Z" };
  await see("company", [company], { draining: true });
  const at = { now: clock.now(), seqFloor, retention: 1_000_000 };
  const gone = tombstoneOf(item("c1"), clock.now(), at, {
    detectedBy: "walk",
    facts: [{ type: "company.removed", key: "" }],
    reason: "not_found_or_no_access",
  });
  await mirror.put([{ item: storedItem(gone) }]);
  source.records.set("/company/c1", company);
  await see("company", [company, { id: "c2", name: "New" }]);
  expect(item("c1").state).toBe("live");
  expect(woken).toEqual([{ type: "Company", id: "c1" }]);
});
