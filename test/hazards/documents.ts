import type { Hazard } from "./hazard.ts";

const journal = "test/unit/polling/journal/journal-reader.test.ts";
const missing = "test/unit/polling/owners/prove-missing.test.ts";
const rooms = "test/unit/polling/owners/room-reader.test.ts";
const owners = "test/unit/polling/owners/owner-reader.test.ts";

/** Hazards 35 to 56, 69 and 70: the change feed, documents and folders. */
export const documentHazards: readonly Hazard[] = [
  {
    number: 35,
    line: "The end of a change feed has no cursor, so its last page comes again with every poll: what the checkpoint counts isn't new.",
    test: journal,
    answer: {
      file: "shared/polling/journal/resolve-journal-pass.ts",
      code: "const fresh = beyond(read, pass.known);",
      without: "const fresh = read;",
    },
  },
  {
    number: 36,
    line: "A first poll may never yield a cursor: reading goes on from the start, with a checkpoint that has none.",
    test: journal,
    answer: {
      file: "shared/polling/journal/journal-pass.ts",
      code: 'before.ring[mode === "usual" ? before.anchor : 0]?.cursor ?? null',
      without: 'before.ring[mode === "usual" ? before.anchor : 0]?.cursor ?? "first"',
    },
  },
  {
    number: 37,
    line: "Journal entries have no id and equal ones are several events: their identity is the whole entry and its occurrence.",
    test: journal,
    answer: {
      file: "shared/polling/journal/fingerprint-counts.ts",
      code: "counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1);",
      without: "counts.set(fingerprint, 1);",
    },
  },
  {
    number: 38,
    line: "Entries that commit late fill in behind: the anchor passes a cursor two minutes after it was seen at the earliest.",
    test: journal,
    answer: {
      file: "shared/polling/journal/resolve-journal-pass.ts",
      code: "lastSeenBefore(pass.beganAt - timings.anchorLag)",
      without: "lastSeenBefore(pass.endedAt)",
    },
  },
  {
    number: 39,
    line: "`changed` isn't monotonic and may be the caller's: it is told as the time of the event, and decides neither order nor position.",
    test: "test/unit/polling/owners/journal-news.test.ts",
    answer: {
      file: "shared/polling/journal/read-journal.ts",
      code: "fingerprints.push(fingerprint);",
      without:
        'if (!fingerprints.some((one) => String(bodies.get(one)?.["changed"]) > String(entry.data["changed"]))) fingerprints.push(fingerprint);',
    },
  },
  {
    number: 40,
    line: "A lost cursor, a bad id and a bad limit all answer 400: the same call without a cursor tells them apart.",
    test: journal,
    answer: {
      file: "shared/polling/triage-bad-request.ts",
      code: 'if (bare.outcome === "badRequest") return { outcome: "parked", reason: "bad_request" };',
      without: 'if (bare.outcome === "badRequest") return { outcome: "lostCursor" };',
    },
  },
  {
    number: 41,
    line: "The change feed is never pruned: a lost cursor is made up for by a replay that counts against the entries that stand.",
    test: journal,
    answer: {
      file: "shared/polling/journal/journal-pass.ts",
      code: "beyond(await keptCounts(journal, visit.feed.instance, owner, fingerprints), replayed)",
      without: "new Map()",
    },
  },
  {
    number: 42,
    line: "A rename hides the move or the content saved along with it: any entry makes the owner dirty, and its list and the document are read.",
    test: owners,
    answer: {
      file: "shared/polling/owners/journal-news.ts",
      code: "return { ...snapshot, dirty: true,",
      without: "return { ...snapshot, dirty: false,",
    },
  },
  {
    number: 43,
    line: "Documents outside folders record nothing: the document timeline finds uploads and renames, the snapshot deletions.",
    test: owners,
    answer: {
      file: "shared/polling/owners/owner-reader.ts",
      code: "if (isTimelineDue(documents, now, parts.timings))",
      without: "if (false)",
    },
  },
  {
    number: 44,
    line: "Description and MIME type are recorded nowhere: snapshots are taken of quiet owners, too.",
    test: owners,
    answer: {
      file: "shared/polling/owners/snapshot-state.ts",
      code: "if (!isRecent(completedAt, period, now)) return true;",
      without: "",
    },
  },
  {
    number: 45,
    line: "A folder's rename or move records nothing of what it holds: its path is no part of what is compared.",
    test: owners,
    answer: {
      file: "shared/mirror/documents/classify-folder.ts",
      code: 'factsOfFolder(changesBetween("folder", item.full?.body ?? {}, row.body))',
      without:
        'item.full?.body["path"] === row.body["path"] ? [] : [{ type: "folder.moved", key: "", changes: factsOfFolder([])[0]?.changes }]',
    },
  },
  {
    number: 46,
    line: "Folder entries carry names, and sibling names repeat: folders are compared by id, from the owner's tree.",
    test: owners,
    answer: {
      file: "shared/polling/observe/folder-sink.ts",
      code: "const item = standing.get(id);",
      without: 'const item = [...standing.values()].find((one) => one.full?.body["name"] === row?.body["name"]);',
    },
  },
  {
    number: 47,
    line: "A cascade destroys placements under other owners, whose feeds may not say so: they are marked dirty.",
    test: missing,
    answer: {
      file: "shared/mirror/documents/write-document.ts",
      code: "return others.filter((owner) => !isSameOwner(owner, before.primary));",
      without: "return [];",
    },
  },
  {
    number: 48,
    line: "A relocation is recorded with the gaining owner only: the document, or else the former owner's list, says whose it is now.",
    test: owners,
    answer: {
      file: "shared/mirror/documents/placement-after.ts",
      code: "let primary = named ?? before.primary;",
      without: "let primary = before.primary;",
    },
  },
  {
    number: 49,
    line: "A delete is recorded per placement: under another owner it ends the placement and not the document.",
    test: owners,
    answer: {
      file: "shared/polling/observe/missing-documents.ts",
      code: "} else if (!isSameOwner(placementOf(item).primary, owner)) {",
      without: "} else if (false) {",
    },
  },
  {
    number: 50,
    line: "A project's feed tells nothing of its sub-projects: every project is an owner with a feed of its own.",
    test: "test/unit/mirror/documents/owner-discovery.test.ts",
    answer: {
      file: "shared/mirror/records/owner-of-record.ts",
      code: "return type === undefined ? [] : [{ type, id",
      without: 'return type === undefined || id === "p2" ? [] : [{ type, id',
    },
  },
  {
    number: 51,
    line: "A room's 422 says not a member, expired or gone alike: it is unreachable, told once, and asked again later.",
    test: journal,
    answer: {
      file: "shared/polling/journal/unresolved-owner.ts",
      code: 'return { outcome: "parked", reason: "unreachable" };',
      without: 'return { outcome: "failed", reason: "unprocessable" };',
    },
  },
  {
    number: 52,
    line: "A room's documents are mostly another owner's: what the room records ends none of them, and makes that owner dirty.",
    test: rooms,
    answer: {
      file: "shared/polling/owners/room-reader.ts",
      code: "if (ids.length > 0) await mirror.touchOwnersOf(instance, [...new Set(ids)], drained ? visit.source : undefined);",
      without: "",
    },
  },
  {
    number: 53,
    line: "Rooms are rejected by every document operation but the change feed: they are asked for nothing else.",
    test: rooms,
    answer: {
      file: "shared/kernel/owner-resource.ts",
      code: "Room: undefined",
      without: 'Room: "room"',
    },
  },
  {
    number: 54,
    line: "Operations and fields may grow: an unknown entry is told as it is, and makes its owner dirty as any other.",
    test: owners,
    answer: {
      file: "shared/polling/owners/journal-news.ts",
      code: "if (entries.length === 0) return",
      without: 'if (!entries.some(({ body }) => /INSERT|UPDATE|DELETE/.test(String(body["operation"])))) return',
    },
  },
  {
    number: 55,
    line: "A page may have up to 1 000 entries: usual pages are small, since what isn't settled yet is read again, and the rest of a pass is large.",
    test: journal,
    answer: {
      file: "shared/polling/journal/read-journal.ts",
      code: "range.large || pages.length > 0 ? range.limits.largePage : range.limits.idlePage",
      without: "range.limits.idlePage",
    },
  },
  {
    number: 56,
    line: "An upload may replace, skip or double a name: documents are told apart by id, and a replacement is new content of the same one.",
    test: owners,
    answer: {
      file: "shared/mirror/documents/facts-of-document.ts",
      code: '["size", "document.content_replaced"],',
      without: "",
    },
  },
  {
    number: 69,
    line: "Lists and the change feed are read apart, and either may show a change first: a replacement takes the time of the entry whose size the document shows, and an entry that another event covers makes none.",
    test: "test/unit/polling/owners/list-and-feed.test.ts",
    answer: {
      file: "shared/mirror/documents/replacement.ts",
      code: 'if (!isExplained && readOn === undefined) return { verdict: "readOn" };',
      without: "",
    },
  },
  {
    number: 70,
    line: "Entries carry names that may change later: an entry that is rendered anew is the known one that isn't read any more, by operation, time, document and paths.",
    test: "test/unit/polling/journal/rendered-anew.test.ts",
    answer: {
      file: "shared/polling/journal/rendered-anew.ts",
      code: "isAtEnd ? [identity, nameOf(documentId)] : [identity]",
      without: "isAtEnd ? [] : []",
    },
  },
];
