import { expect, it } from "vitest";
import { operationText, targetOf } from "../../infra/portal/app/logic/audit-words.ts";
import { fieldText, missingWords, recordName, removalText } from "../../infra/portal/app/logic/event-words.ts";
import { removalReason } from "../../shared/kernel/envelope.ts";

it("a change's missing value is shown as absent only if the event would otherwise contain it", () => {
  const field = "note";
  const absent = { before: "absent", after: "absent" };
  expect(missingWords({ field, to: 1 }, false)).toEqual(absent);
  expect(missingWords({ field, from: 1 }, false)).toEqual(absent);
  expect(missingWords({ field, fromOmitted: true }, false)).toEqual({ before: "too long to include", after: "absent" });
  expect(missingWords({ field, to: 1 }, true)).toEqual({ before: "withheld", after: "absent" });
  expect(missingWords({ field }, true)).toEqual({ before: "withheld", after: "absent" });
  const other = "not included in the event";
  expect(missingWords({ field }, false)).toEqual({ before: other, after: other });
});

it("a change without a field's name is a change to the whole record", () => {
  expect([fieldText(""), fieldText("owner.type")]).toEqual(["Whole record", "owner.type"]);
});

it("a removal's reason is shown in words, and an unknown reason unchanged", () => {
  expect([...removalReason.options, "new_reason"].map(removalText)).toEqual([
    "Not found, or no access",
    "Its owner was deleted",
    "Its owner's change feed recorded the removal",
    "new_reason",
  ]);
});

it("a record has the name that its data gives it", () => {
  expect(recordName({ name: "Acme", firstName: "Ada" })).toBe("Acme");
  expect(recordName({ firstName: "Ada", lastName: "Lovelace" })).toBe("Ada Lovelace");
  expect(recordName({ firstName: null, lastName: "Lovelace" })).toBe("Lovelace");
  for (const nameless of [undefined, null, "text", {}, { name: 7 }]) expect(recordName(nameless)).toBeUndefined();
});

it("the audit log says in words what was done, and to what", () => {
  expect(operationText("updateSubscription")).toBe("Update endpoint");
  expect(operationText("putInstance")).toBe("Save instance");
  const names = new Map([["sub_1", "CRM import"]]);
  expect(targetOf("/v1/subscriptions/sub_1/secret", names)).toEqual({
    name: "CRM import",
    href: "/portal/endpoints/sub_1",
  });
  expect(targetOf("/v1/subscriptions/sub_2", names)).toEqual({ name: "sub_2" });
  expect(targetOf("/v1/instances/acme/pause", names)).toEqual({ name: "acme", href: "/portal/instances/acme" });
  expect(targetOf("/v1/feeds/acme%23walk/pause", names)).toEqual({ name: "acme#walk" });
  expect(targetOf("/v1/partners/prt_1/keys/key_1", names)).toEqual({ name: "key_1" });
  // The first 512 characters of a path may end within an escape.
  expect(targetOf("/v1/feeds/acme%2", names)).toEqual({ name: "acme%2" });
  for (const path of ["/v1/subscriptions", "/v1/subscriptions/{id}/ping"])
    expect(targetOf(path, names)).toBeUndefined();
});
