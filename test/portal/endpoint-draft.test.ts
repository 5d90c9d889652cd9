import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { draftOf, patchOf } from "../../infra/portal/app/logic/endpoint-draft.ts";
import type { Json, JsonObject } from "../../shared/kernel/json.ts";
import { mergedObject } from "../../shared/kernel/merge-patch.ts";

describe("the form of an endpoint", () => {
  const given = (filter: object | undefined) => ({ headerNames: [], ...(filter && { filter: { ...filter } }) });
  const savedAs = (before: object | undefined, wanted: object) => {
    const draft = { ...draftOf(undefined), filter: JSON.stringify(wanted) };
    const patch = patchOf(draft, given(before)).filter;
    return mergedObject(before as Json | undefined, patch as JsonObject);
  };

  it("saves the filter as typed, without what was removed from it", () => {
    const before = { owner: { type: ["Project"], id: ["7"] }, type: ["person.updated"] };
    expect(savedAs(before, { owner: { type: ["Company"] } })).toEqual({ owner: { type: ["Company"] } });
    expect(savedAs(undefined, before)).toEqual(before);
    expect(patchOf(draftOf(undefined), given(before)).filter).toBeNull();
  });

  it("saves any filter over any other", () => {
    const filters = fc.letrec<{ filter: object; value: unknown }>((tie) => ({
      filter: fc.dictionary(fc.constantFrom("a", "b", "c", "__proto__"), tie("value"), { maxKeys: 3 }),
      value: fc.oneof({ maxDepth: 3 }, fc.array(fc.constantFrom("x", null), { minLength: 1 }), tie("filter")),
    }));
    fc.assert(
      fc.property(filters.filter, filters.filter, (before, wanted) => {
        expect(savedAs(before, wanted)).toEqual(JSON.parse(JSON.stringify(wanted)));
      }),
    );
  });
});
