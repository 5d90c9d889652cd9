import { expect, test } from "vitest";
import {
  isShort,
  longestShort,
  withoutLong,
  withoutLongPrevious,
  withoutValues,
} from "../../../shared/mirror/changes-between.ts";

/** With its quotes it takes `bytes` bytes of JSON. */
const text = (bytes: number) => "a".repeat(bytes - 2);
const long = text(longestShort + 1);

test("a value is short up to a kibibyte of its JSON, in bytes", () => {
  expect([isShort(undefined), isShort(null), isShort(text(longestShort)), isShort(long)]).toEqual([
    ...[true, true, true, false],
  ]);
  expect(isShort("é".repeat(longestShort / 2)), "two bytes each").toBe(false);
});

test("a long previous value is left out, which the change says", () => {
  const changes = [
    { field: "note", pointer: "/note", from: long, to: long },
    { field: "name", from: "Berg", to: "Dahl" },
  ];
  expect(withoutLongPrevious(changes)).toEqual([
    { field: "note", pointer: "/note", fromOmitted: true, to: long },
    changes[1],
  ]);
});

test("a change with a long value on either side is published by its name alone", () => {
  const short = { field: "name", from: "Berg", to: "Dahl" };
  expect(withoutLong(short)).toBe(short);
  expect(withoutLong({ field: "note", from: long, to: "b" })).toEqual({ field: "note" });
  expect(withoutLong({ field: "a.b", pointer: "/a~1b", from: "b", to: long })).toEqual({
    field: "a.b",
    pointer: "/a~1b",
  });
  expect(withoutValues(short)).toEqual({ field: "name" });
});
