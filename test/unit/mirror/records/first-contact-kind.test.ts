import { expect, test } from "vitest";
import { firstContactKind, isOlder } from "../../../../shared/mirror/records/changed-item.ts";

const connectedAt = Date.UTC(2026, 0, 5, 8);
const never = { created: undefined, modified: undefined };
const at = (offset: number) => new Date(connectedAt + offset).toISOString();

test.each([
  ["what says nothing was there before", never, "baseline"],
  ["what hasn't changed since", { created: at(-9), modified: at(-1) }, "baseline"],
  ["what changed in the moment of the connection", { created: at(-9), modified: at(0) }, "updated"],
  ["what came in the moment of the connection", { ...never, created: at(0) }, "created"],
  ["what changed since, and doesn't say since when it is there", { ...never, modified: at(1) }, "created"],
] as const)("%s", (_, times, kind) => {
  expect(firstContactKind(times, connectedAt)).toBe(kind);
});

test("a record is older than the connection only if the source says so", () => {
  expect([isOlder(never, connectedAt), isOlder({ ...never, created: at(0) }, connectedAt)]).toEqual([false, false]);
  expect(isOlder({ ...never, created: at(-1) }, connectedAt)).toBe(true);
});
