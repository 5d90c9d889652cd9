import { expect, test } from "vitest";
import { FormerOwnerLists } from "../../../../shared/polling/documents/former-owner-lists.ts";
import type { SourceAnswer, SourcePage, SourceRequest } from "../../../../shared/source/source.ts";
import { acme, now } from "../../mirror/documents/document-parts.ts";

const moment = { beganAt: now, asOf: now };
/** A page of documents; undefined: a row without an id. */
const page = (ids: readonly (string | undefined)[], nextCursor?: string): SourceAnswer<SourcePage> => ({
  outcome: "ok",
  value: { items: ids.map((id) => (id === undefined ? { name: "torn" } : { id })), nextCursor, totalItems: undefined },
  moment,
});

/** Lists at a source that responds with `answer`; `asked` has a short form of each request. */
function listsAt(answer: (request: SourceRequest) => SourceAnswer<SourcePage>) {
  const asked: string[] = [];
  const source = {
    one: () => Promise.reject(new Error("nothing is read by id")),
    page: async (request: SourceRequest) => {
      const { limit = "", cursor = "" } = request.query ?? {};
      asked.push([request.path.slice("/document/".length), limit, cursor].filter((part) => part !== "").join(" "));
      return answer(request);
    },
  };
  return { lists: new FormerOwnerLists(source, ["d1", "d2", "d3"]), asked };
}

test("a list is read once for all concurrent requests, no further than they need", async () => {
  const { lists, asked } = listsAt(({ query }) =>
    query?.["cursor"] === undefined ? page([undefined, "d1", "d2"], "c2") : page(["d9"], "c3"),
  );
  expect(await Promise.all(["d1", "d2", "d1"].map((id) => lists.holds(acme, id)))).toEqual([true, true, true]);
  expect(asked).toEqual(["cursor 1000"]);
  expect(await lists.holds(acme, "d3")).toEqual({ outcome: "badRequest" });
  expect(asked.slice(1, 3)).toEqual(["cursor 1000 c2", "cursor 1000 c3"]);
});

test("a list is read from its start once if its cursor is refused", async () => {
  let refused = 0;
  const once = listsAt(({ query }) => {
    if (query?.["cursor"] === undefined) return page([], "c2");
    refused += 1;
    return refused === 1 ? { outcome: "badRequest" } : page(["d1"]);
  });
  expect(await once.lists.holds(acme, "d1")).toBe(true);
  expect(await once.lists.holds(acme, "d2")).toBe(false);
  expect(once.asked).toEqual(["cursor 1000", "cursor 1000 c2", "cursor 1000", "cursor 1000 c2"]);
  const always = listsAt(({ query }) => (query?.["cursor"] === undefined ? page([], "c2") : { outcome: "badRequest" }));
  expect(await always.lists.holds(acme, "d1")).toEqual({ outcome: "badRequest" });
  expect(always.asked).toHaveLength(4);
});

test("that owner's own folders are requested", async () => {
  const asked: SourceRequest[] = [];
  const { lists } = listsAt((request) => {
    asked.push(request);
    return request.path === "/document/folder" ? { outcome: "unprocessable" } : { outcome: "badRequest" };
  });
  expect(await lists.holds(acme, "d1")).toBe(false);
  expect(asked.at(-1)).toEqual({ path: "/document/folder", query: { entityType: acme.type, entityId: acme.id } });
});

test.each<[string, SourceAnswer<SourcePage>, unknown]>([
  ["an owner that doesn't exist holds nothing", { outcome: "unprocessable" }, false],
  ["an owner that is there may hold it", page([]), { outcome: "badRequest" }],
  ["an owner of whom nothing is known may hold it", { outcome: "forbidden" }, { outcome: "badRequest" }],
  ["without a request left nothing is concluded", { outcome: "exhausted" }, { outcome: "exhausted" }],
])("a list that is always refused: %s", async (_, folders, expected) => {
  const { lists, asked } = listsAt(({ path }) => (path === "/document/folder" ? folders : { outcome: "badRequest" }));
  expect(await lists.holds(acme, "d1")).toEqual(expected);
  expect(asked).toEqual(["cursor 1000", "folder"]);
});

test("a list that repeats the same page proves nothing about what isn't on it", async () => {
  const { lists, asked } = listsAt(() => page(["d2"], "c2"));
  expect(await lists.holds(acme, "d1")).toEqual({ outcome: "badRequest" });
  expect(asked).toHaveLength(2);
  expect(await lists.holds(acme, "d2")).toBe(true);
});
