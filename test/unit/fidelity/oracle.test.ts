import { describe, expect, it } from "vitest";
import { differencesOf } from "../../fidelity/oracle/differences.ts";
import { readJson, readObject, textOf } from "../../fidelity/oracle/json-text.ts";
import { judgeRecord } from "../../fidelity/oracle/judge-record.ts";
import { readEvent } from "../../fidelity/oracle/published-event.ts";
import { isSameNumber, momentOf } from "../../fidelity/oracle/scalars.ts";

describe("the reader", () => {
  it.each([
    '{"a":1.50,"a":-0,"b":[1e400,null,true,{"":"\\u0000"}]}',
    `[${"9".repeat(400)},0.${"0".repeat(99)}1]`,
    '{"__proto__":1,"2":2,"1":1}',
    '"\\ud83d and \\"quotes\\" and \\\\"',
  ])("keeps the text of %s", (text) => {
    expect(textOf(readJson(text))).toBe(text);
  });

  it.each(["", "{", "[1,]", '{"a" 1}', "01", "1.", "nul", '"', '{"a":1}x', "'a'"])("refuses %s", (text) => {
    expect(() => readJson(text)).toThrow(SyntaxError);
  });
});

it("distinguishes numbers by their digits", () => {
  expect(isSameNumber("1.50", "15e-1")).toBe(true);
  expect(isSameNumber("-0", "0.00")).toBe(true);
  expect(isSameNumber(`1${"0".repeat(399)}`, "1e399")).toBe(true);
  expect(isSameNumber("9007199254740992", "9007199254740993")).toBe(false);
});

it("accepts only existing moments as instants", () => {
  expect(momentOf("2026-01-05T08:00:00+01:00")).toBe(momentOf("2026-01-05T07:00:00.000Z"));
  expect(momentOf("2026-01-05T07:00:00.000001Z")).not.toBe(momentOf("2026-01-05T07:00:00Z"));
  for (const text of ["2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-05T24:00:00Z", "2026-01-05", "x"])
    expect(momentOf(text)).toBeUndefined();
});

it.each([
  ['"fax":null', "", 0],
  ['"note":"2026-01-05T08:00:00+01:00"', '"note":"2026-01-05T07:00:00Z"', 1],
  ['"isPrivate":"true"', '"isPrivate":true', 0],
  ['"flag":"true"', '"flag":true', 1],
  ['"country":{"id":"no","name":"A"}', '"country":"no"', 0],
  ['"country":{"id":"no","role":"A"}', '"country":{"id":"no","role":"B"}', 1],
  ['"tags":["a",null]', '"tags":["a"]', 1],
  ['"custom":{"a":null,"b":{"c":1}}', '"custom":{"b":{"c":2}}', 1],
  ['"modified":"2026-01-05T08:00:00Z"', '"modified":"2026-01-06T08:00:00Z"', 0],
])("finds that in a company, %s and %s differ in %i places", (was, is, count) => {
  expect(differencesOf("company", readObject(`{${was}}`), readObject(`{${is}}`))).toHaveLength(count);
});

const was = '{"id":"c1","name":"A","limit":12345678901234567890,"isActive":true,"modified":"2026-01-05T07:00:00Z"}';
const is = '{"id":"c1","name":"B","limit":12345678901234567891,"isActive":true,"modified":"2026-01-06T07:00:00Z"}';
const changes =
  '[{"field":"limit","from":12345678901234567890,"to":12345678901234567891},{"field":"name","from":"A","to":"B"}]';
const event = ({ data = is, reported = changes, type = "company.updated", time = "2026-01-06T07:00:00Z" }) =>
  `{"id":"evt_1","type":"${type}","timestamp":"${time}","timestampFrom":"source","subject":{"type":"company","id":"c1","seq":1,"part":1},"data":${data},"changes":${reported}}`;

function kinds(...texts: readonly string[]): readonly string[] {
  const passage = { subject: "company", wasRemoved: false, inParts: false, closed: new Set<string>() } as const;
  const events = texts.map(readEvent);
  const failures = judgeRecord({ ...passage, was: readObject(was), is: readObject(is), events });
  return [...new Set(failures.map(({ kind }) => kind))];
}

describe("a change of a company", () => {
  it("is published as it was", () => {
    expect(kinds(event({}))).toEqual([]);
  });

  it.each([
    ["isn't published", "lost", []],
    ["is published as two", "invented", [event({}), event({}).replace('"seq":1', '"seq":2')]],
    ["has another type", "wrong type", [event({ type: "company.deactivated" })]],
    ["has data of before", "data", [event({ data: was })]],
    [
      "has a number through a double",
      "data",
      [event({ data: is.replace("12345678901234567891", "12345678901234567000") })],
    ],
    ["has its members in another order", "data", [event({ data: is.replace(/"id":"c1",(.*)\}/, '$1,"id":"c1"}') })]],
    ["lacks a field", "data", [event({ data: is.replace('"isActive":true,', "") })]],
    ["names one change too few", "changes", [event({ reported: changes.replace(/\{"field":"limit".*?\},/, "") })]],
    ["names one change too many", "changes", [event({ reported: changes.replace("[", '[{"field":"isActive"},') })]],
    [
      "has a previous value that never was",
      "changes",
      [event({ reported: changes.replace('"from":"A"', '"from":"Z"') })],
    ],
    [
      "swaps both values",
      "changes",
      [event({ reported: changes.replace('"from":"A","to":"B"', '"from":"B","to":"A"') })],
    ],
    ["happened at another time", "time", [event({ time: "2026-01-06T07:00:01Z" })]],
    ["comes without data", "data", [event({}).replace(/"data":.*,"changes"/, '"truncated":true,"changes"')]],
    ["is the second part of one", "order", [event({}).replace('"part":1', '"part":2')]],
  ])("that %s is a failure: %s", (_, kind, texts) => {
    expect(kinds(...texts)).toEqual([kind]);
  });
});
