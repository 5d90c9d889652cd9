import { expect, test } from "vitest";
import { asEngineFault, asOpeningFault, isHeldByAnother } from "../../../shared/adapters/sqlite/store-errors.ts";

const fault = (rest: object) => Object.assign(new Error("m"), rest);
const sqlite = (errcode: number) => fault({ code: "ERR_SQLITE_ERROR", errcode });
/** Each fault, with the code of the error for an open store and for one that is being opened. */
const faults: readonly (readonly [Error, string | undefined, string | undefined])[] = [
  ...[5, 6, 7, 10, 15].map((code) => [sqlite(code), "engine_unavailable", "engine_unavailable"] as const),
  [sqlite(10 + 256 * 3), "engine_unavailable", "engine_unavailable"],
  [sqlite(8), undefined, "store_unusable"],
  [sqlite(11), "store_corrupt", "store_corrupt"],
  [sqlite(13), "engine_unavailable", "store_unusable"],
  [sqlite(4_874), "engine_unavailable", "store_unusable"],
  [sqlite(14), "engine_unavailable", "store_unusable"],
  [sqlite(26), undefined, "store_foreign"],
  [sqlite(1), undefined, undefined],
  ...["EACCES", "EROFS", "ENOENT"].map((code) => [fault({ code }), undefined, "store_unusable"] as const),
  [fault({ code: "ENOSPC" }), undefined, "store_unusable"],
  [fault({ code: "EBUSY" }), undefined, undefined],
];

test.each(faults)("%o is %s in an open store, and %s in one that is being opened", (error, open, opening) => {
  const [ours, ofOpening] = [asEngineFault(error), asOpeningFault("feedhook.db", error)];
  if (open === undefined) expect(ours).toBe(error);
  else expect(ours).toMatchObject({ code: open, cause: error });
  if (opening === undefined) expect(ofOpening).toBe(error);
  else expect(ofOpening).toMatchObject({ code: opening, cause: error });
});

test.each([
  [sqlite(13), "the disk of feedhook.db is full: free some space and start again"],
  [fault({ code: "ENOSPC" }), "the disk of feedhook.db is full: free some space and start again"],
  [sqlite(14), "feedhook.db can't be opened for writing: it and its directory must belong to the user"],
  [fault({ code: "EACCES" }), "feedhook.db can't be opened for writing: it and its directory must belong to the user"],
  [sqlite(26), "feedhook.db is not a database: restore it from a backup"],
  [sqlite(11), "feedhook.db is damaged: stop Feedhook and restore feedhook.db from a backup"],
])("a store that can't be opened (%o) says what to do", (error, advice) => {
  expect(asOpeningFault("feedhook.db", error)).toMatchObject({ message: expect.stringContaining(advice) });
});

test("an open store says what is wrong", () => {
  const messageOf = (code: number) => asEngineFault(sqlite(code));
  expect(messageOf(11)).toMatchObject({ message: expect.stringContaining("the store is damaged") });
  expect(messageOf(13)).toMatchObject({ message: "the disk of the store is full: free some space" });
  expect(messageOf(5)).toMatchObject({ message: "SQLite is unavailable (code 5)" });
  expect(asEngineFault(undefined)).toMatchObject({ message: "nothing was thrown" });
});

test("only a busy store is held by another process", () => {
  expect([5, 261, 6, 14].map((code) => isHeldByAnother(sqlite(code)))).toEqual([true, true, false, false]);
});
