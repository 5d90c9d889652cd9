import { describe, expect, test } from "vitest";
import type { Owner } from "../../../../shared/kernel/envelope.ts";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import type { MirrorItem } from "../../../../shared/mirror/mirror-item.ts";
import { storedBodyOf } from "../../../../shared/mirror/records/bodies.ts";
import { FormerOwnerLists } from "../../../../shared/polling/documents/former-owner-lists.ts";
import { resolveDocument } from "../../../../shared/polling/documents/resolve-document.ts";
import { UnfoundDocuments } from "../../../../shared/polling/documents/unfound-documents.ts";
import type { SourceAnswer, SourcePage, SourceRequest } from "../../../../shared/source/source.ts";
import { faked } from "../../../support/faked.ts";
import {
  acme,
  context,
  documentItem,
  listed,
  now,
  observationOf,
  other,
} from "../../mirror/documents/document-parts.ts";
import { unavailable } from "../support/answers.ts";

const moment = { beganAt: now, asOf: now };

type Answers = {
  /** The result of the read by id. */
  readonly one?: SourceAnswer<JsonObject>;
  /** The pages of the former owner's list, one after the other. */
  readonly pages?: readonly SourceAnswer<SourcePage>[];
};

type Shown = { readonly body?: JsonObject; readonly owner?: Owner; readonly item?: MirrorItem };

/** The outcome for a document that a list of `owner` shows, and the requests for it. */
async function resolve(answers: Answers, shown: Shown = {}) {
  const { body = { ...listed, name: "B" }, owner = acme, item = documentItem() } = shown;
  const asked: SourceRequest[] = [];
  const pages = [...(answers.pages ?? [])];
  const source = {
    one: async (request: SourceRequest) => {
      asked.push(request);
      return answers.one ?? { outcome: "ok" as const, value: body, moment };
    },
    page: async (request: SourceRequest) => {
      asked.push(request);
      return pages.shift() ?? { outcome: "unprocessable" as const };
    },
  };
  const formerOwners = new FormerOwnerLists(source, ["d1"]);
  const resolved = await resolveDocument(item, observationOf(body, { owner }), {
    ...{ source, context, formerOwners },
    unfound: faked(UnfoundDocuments, { isKnown: async () => false, note: async () => undefined }),
    readOn: undefined,
  });
  return { resolved, asked };
}

describe("a document that differs from the stored one is read by id", () => {
  test("and stored as that shows it", async () => {
    const { resolved, asked } = await resolve({});
    expect(resolved).toMatchObject({ resolution: "changed", item: { full: { body: { name: "B" } } } });
    expect(asked).toEqual([{ path: "/document/d1" }]);
  });

  test("unless its list shows it unchanged", async () => {
    const inF1 = { ...listed, folderId: "f1" };
    const item = documentItem({ lean: storedBodyOf("document", inF1) });
    expect(await resolve({}, { body: inF1, item })).toStrictEqual({ resolved: { resolution: "same" }, asked: [] });
  });

  test.each<[string, SourceAnswer<JsonObject>, object]>([
    ["it is gone", { outcome: "notFound", problem: true, moment }, { resolution: "unfound" }],
    [
      "something in between doesn't find it",
      { outcome: "notFound", problem: false, moment },
      { resolution: "incomplete", reason: "unavailable" },
    ],
    ["its id is malformed", { outcome: "badRequest" }, { resolution: "unreadable" }],
    [
      "it is larger than anybody reads",
      { outcome: "unavailable", status: 200, retryAfterMs: undefined, heavy: "too_large" },
      { resolution: "too_large" },
    ],
    ["the source has a fault", unavailable(503), { resolution: "incomplete", reason: "unavailable", unanswered: true }],
    ["access is refused", { outcome: "forbidden" }, { resolution: "incomplete", reason: "refused" }],
    ["the allowance is spent", { outcome: "exhausted" }, { resolution: "incomplete", reason: "exhausted" }],
  ])("and decides nothing beyond its content: %s", async (_, one, expected) => {
    expect((await resolve({ one })).resolved).toEqual(expected);
  });
});

describe("a document of unknown ownership, under an owner that is new to it,", () => {
  const page = (ids: readonly string[], nextCursor?: string): SourceAnswer<SourcePage> => ({
    outcome: "ok",
    value: { items: ids.map((id) => ({ id })), nextCursor, totalItems: undefined },
    moment,
  });
  const typesOf = ({ resolved }: Awaited<ReturnType<typeof resolve>>) =>
    "item" in resolved ? resolved.item.changeLog.at(-1)?.facts.map(({ type }) => type) : resolved;
  const under = (pages: readonly SourceAnswer<SourcePage>[], owner: Owner = other) =>
    resolve({ pages }, { body: listed, owner });
  const query = { entityType: "Company", entityId: "a", limit: "1000" };

  test("was shared if the former owner's list still has it", async () => {
    const found = await under([page(["d1"])]);
    expect(typesOf(found)).toEqual(["document.placement_added"]);
    expect(found.asked).toEqual([{ path: "/document/d1" }, { path: "/document/cursor", query }]);
  });

  test("was relocated if that list no longer has it", async () => {
    const found = await under([page(["d0"], "c2"), page(["d2"])]);
    expect(typesOf(found)).toEqual(["document.relocated"]);
    expect(found.asked).toHaveLength(3);
  });

  test.each<[SourceAnswer<SourcePage>, string]>([
    [{ outcome: "exhausted" }, "exhausted"],
    [{ outcome: "forbidden" }, "refused"],
    [{ outcome: "notFound", problem: true, moment }, "unavailable"],
  ])("stays undecided if that list isn't shown: %j", async (answer, reason) => {
    expect(typesOf(await under([page(["d0"], "c2"), answer]))).toEqual({ resolution: "incomplete", reason });
  });
});
