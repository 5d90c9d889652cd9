import { expect, it } from "vitest";
import { setValue } from "../../../infra/cli/commands/trigger.ts";

it.each([
  [["firstName"], "Ada", { firstName: "Ada", owner: { type: "Company" } }],
  [["owner", "id"], "c1", { owner: { type: "Company", id: "c1" } }],
  [["owner"], '{"id":7}', { owner: { id: 7 } }],
  [["owner", "type", "deep"], "true", { owner: { type: { deep: true } } }],
  [["gone"], "null", { gone: null, owner: { type: "Company" } }],
  [["text"], "", { text: "", owner: { type: "Company" } }],
])("%j = %s", (path, value, expected) => {
  expect(setValue({ owner: { type: "Company" } }, path, value)).toEqual(expected);
});

it("own properties are set even under inherited names", () => {
  expect(JSON.stringify(setValue({}, ["__proto__", "a"], "1"))).toBe('{"__proto__":{"a":1}}');
});
