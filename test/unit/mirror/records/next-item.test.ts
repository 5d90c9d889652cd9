import { expect, test } from "vitest";
import { respelledItem, risen } from "../../../../shared/mirror/records/next-item.ts";
import { mirrorWith } from "../mirror-fixture.ts";

async function aPerson() {
  const world = mirrorWith();
  await world.see("person", [{ id: "p1", lastName: "Berg", modified: "2026-01-05T08:00:00Z" }]);
  return world.item("p1");
}

test("a change is above the item's last one and the instance's floor, and never as old as the one before", async () => {
  const item = { ...(await aPerson()), seq: 5, observedAt: 100 };
  const entry = { detectedBy: "timeline" as const, facts: [] };
  const raised = (now: number, seqFloor: number) => risen(item, item, { now, seqFloor }, entry);
  expect(raised(200, 1)).toMatchObject({ seq: 6, observedAt: 200 });
  expect(raised(50, 1_000)).toMatchObject({ seq: 1_001, observedAt: 101 });
});

test.each([
  { known: 100, seen: 200, asOf: 200 },
  { known: 200, seen: 100, asOf: 200 },
])("a new spelling that was read as of $seen leaves an item of $known as of $asOf", async ({ known, seen, asOf }) => {
  const item = { ...(await aPerson()), asOf: known };
  const row = { id: "p1", body: { id: "p1", lastName: "Berg", modified: "2026-01-05T08:00:00Z" } };
  const moment = { beganAt: seen, asOf: seen };
  const observation = { instance: "acme", resource: "person", row, projection: "full", moment, state: "live" } as const;
  expect(respelledItem(item, { ...observation, detectedBy: "scrub", draining: false })).toMatchObject({ asOf });
});
