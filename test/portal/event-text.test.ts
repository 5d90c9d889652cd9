import { expect, it } from "vitest";
import { fieldText, missingWords, removalText } from "../../infra/portal/app/logic/event-words.ts";
import { removalReason } from "../../shared/kernel/envelope.ts";

it("a missing value of a change is absent only if the event would contain it", () => {
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

it("a change without a field's name is the whole record's", () => {
  expect([fieldText(""), fieldText("owner.type")]).toEqual(["Whole record", "owner.type"]);
});

it("a removal's reason is shown in words, and an unknown one as it is", () => {
  expect([...removalReason.options, "new_reason"].map(removalText)).toEqual([
    "Not found, or no access",
    "Its owner was deleted",
    "Its owner's change feed recorded the removal",
    "new_reason",
  ]);
});
