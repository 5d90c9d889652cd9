import { expect, test } from "vitest";
import { catalogue, type EventType, eventType, eventTypes } from "../../../shared/kernel/catalogue.ts";

test("the catalogue's verbs are exactly the types, in catalogue order", () => {
  const count = Object.values(catalogue).reduce((sum, verbs) => sum + Object.keys(verbs).length, 0);
  expect(eventTypes).toHaveLength(count);
  expect(eventTypes.slice(0, 4)).toEqual(["person.created", "person.updated", "person.removed", "person.restored"]);
  expect(eventTypes).toContain("document.placement_added" satisfies EventType);
  expect(eventType.safeParse("person.updated").success).toBe(true);
  const refused = eventType.safeParse("person.updatet");
  expect(refused.error?.issues[0]?.message).toBe("must be a type from the event catalogue");
});

test("a mistyped verb and a verb of another subject don't compile", () => {
  // @ts-expect-error: the verb is mistyped
  const mistyped: EventType = "person.updatet";
  // @ts-expect-error: rooms are never removed
  const foreign: EventType = "room.removed";
  for (const type of [mistyped, foreign]) expect(eventType.safeParse(type).success).toBe(false);
});
