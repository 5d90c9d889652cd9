import type { Hazard } from "./hazard.ts";

const journal = "test/unit/polling/journal/journal-reader.test.ts";
const missing = "test/unit/polling/owners/prove-missing.test.ts";
const rooms = "test/unit/polling/owners/room-reader.test.ts";
const owners = "test/unit/polling/owners/owner-reader.test.ts";

/** Hazards 35 to 56, 69 and 70: the change feed, documents and folders. */
export const documentHazards: readonly Hazard[] = [
  {
    number: 35,
    line: "The end of a change feed has no cursor, so its last page repeats. Entries that the checkpoint counts aren't new.",
    test: journal,
    answer: {
      file: "shared/polling/journal/resolve-journal-pass.ts",
      code: "const fresh = beyond(read, pass.known);",
      without: "const fresh = read;",
    },
  },
  {
    number: 36,
    line: "The first poll may return no cursor. The next starts from the beginning.",
    test: journal,
    answer: {
      file: "shared/polling/journal/journal-pass.ts",
      code: 'before.ring[mode === "usual" ? before.anchor : 0]?.cursor ?? null',
      without: 'before.ring[mode === "usual" ? before.anchor : 0]?.cursor ?? "first"',
    },
  },
  {
    number: 37,
    line: "Journal entries have no id, and equal entries are several events. The whole entry and its occurrence identify an event.",
    test: journal,
    answer: {
      file: "shared/polling/journal/fingerprint-counts.ts",
      code: "counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1);",
      without: "counts.set(fingerprint, 1);",
    },
  },
  {
    number: 38,
    line: "Late entries fill in behind the reader. The anchor passes a cursor at least two minutes after it was first seen.",
    test: journal,
    answer: {
      file: "shared/polling/journal/resolve-journal-pass.ts",
      code: "lastSeenBefore(pass.beganAt - timings.anchorLag)",
      without: "lastSeenBefore(pass.endedAt)",
    },
  },
  {
    number: 39,
    line: "`changed` can go backwards or come from the caller. It is only the event's time.",
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
    line: "A lost cursor, a bad id and a bad limit return 400. The same call without a cursor distinguishes them.",
    test: journal,
    answer: {
      file: "shared/polling/feed-reader.ts",
      code: 'if (bare.outcome === "badRequest") return { outcome: "parked", reason: "bad_request" };',
      without: 'if (bare.outcome === "badRequest") return { outcome: "lostCursor" };',
    },
  },
  {
    number: 41,
    line: "The change feed is never pruned. After a lost cursor, Feedhook reads it again and compares with stored entries.",
    test: journal,
    answer: {
      file: "shared/polling/journal/journal-pass.ts",
      code: "beyond(await journal.keptOccurrences(visit.feed.instance, owner, fingerprints), replayed)",
      without: "new Map()",
    },
  },
  {
    number: 42,
    line: "A rename hides a move or new content saved with it. After each entry, Feedhook reads the list and the document.",
    test: owners,
    answer: {
      file: "shared/polling/owners/journal-news.ts",
      code: "return { ...snapshot, dirty: true,",
      without: "return { ...snapshot, dirty: false,",
    },
  },
  {
    number: 43,
    line: "Documents outside folders have no entries. The document timeline finds uploads and renames; the snapshot finds deletions.",
    test: owners,
    answer: {
      file: "shared/polling/owners/owner-reader.ts",
      code: "if (isTimelineDue(documents, now, parts.timings))",
      without: "if (false)",
    },
  },
  {
    number: 44,
    line: "Changed descriptions and MIME types aren't recorded. Feedhook takes snapshots of quiet owners, too.",
    test: owners,
    answer: {
      file: "shared/polling/owners/snapshot-state.ts",
      code: "if (!isRecent(completedAt, period, now)) return true;",
      without: "",
    },
  },
  {
    number: 45,
    line: "Renaming or moving a folder records nothing for its contents. Feedhook ignores paths.",
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
    line: "Folder entries have only names, and sibling names repeat. Feedhook compares folders by id.",
    test: owners,
    answer: {
      file: "shared/polling/observe/observe-folder-list.ts",
      code: "const item = standing.get(id);",
      without: 'const item = [...standing.values()].find((one) => one.full?.body["name"] === row?.body["name"]);',
    },
  },
  {
    number: 47,
    line: "A cascade may destroy placements under other owners without entries. Feedhook marks those owners dirty.",
    test: missing,
    answer: {
      file: "shared/mirror/documents/write-document.ts",
      code: "return others.filter((owner) => !isSameOwner(owner, before.primary));",
      without: "return [];",
    },
  },
  {
    number: 48,
    line: "Only the gaining owner's feed records a relocation. The document, or the former owner's list, shows the owner.",
    test: owners,
    answer: {
      file: "shared/mirror/documents/placement.ts",
      code: "let primary = named ?? before.primary;",
      without: "let primary = before.primary;",
    },
  },
  {
    number: 49,
    line: "The feed records a deletion for each placement. Under another owner, an entry ends the placement, not the document.",
    test: owners,
    answer: {
      file: "shared/polling/observe/missing-documents.ts",
      code: "} else if (!isSameOwner(placementOf(item).primary, owner)) {",
      without: "} else if (false) {",
    },
  },
  {
    number: 50,
    line: "A project's feed omits sub-projects. Every project is an owner with its own feed.",
    test: "test/unit/mirror/documents/owner-discovery.test.ts",
    answer: {
      file: "shared/mirror/records/owner-of-record.ts",
      code: "return type === undefined ? [] : [{ type, id",
      without: 'return type === undefined || id === "p2" ? [] : [{ type, id',
    },
  },
  {
    number: 51,
    line: "A room's 422 may mean a missing membership, expiry or deletion. Feedhook reports it once, and tries again later.",
    test: journal,
    answer: {
      file: "shared/polling/journal/journal-reader.ts",
      code: 'return { outcome: "parked", reason: "unreachable" };',
      without: 'return { outcome: "failed", reason: "unprocessable" };',
    },
  },
  {
    number: 52,
    line: "Most documents of a room belong to other owners. A room's entry never ends a document; it marks its owner dirty.",
    test: rooms,
    answer: {
      file: "shared/polling/owners/room-reader.ts",
      code: "if (ids.length > 0) await mirror.touchOwnersOf(instance, [...new Set(ids)], drained ? visit.source : undefined);",
      without: "",
    },
  },
  {
    number: 53,
    line: "Only the change feed accepts rooms. Feedhook polls nothing else for them.",
    test: rooms,
    answer: {
      file: "shared/kernel/envelope.ts",
      code: "Room: undefined",
      without: 'Room: "room"',
    },
  },
  {
    number: 54,
    line: "Operations and fields may grow. Feedhook publishes an unknown entry unchanged, and marks its owner dirty.",
    test: owners,
    answer: {
      file: "shared/polling/owners/journal-news.ts",
      code: "if (entries.length === 0) return",
      without: 'if (!entries.some(({ body }) => /INSERT|UPDATE|DELETE/.test(String(body["operation"])))) return',
    },
  },
  {
    number: 55,
    line: "A page can have 1,000 entries. Feedhook reads small pages, and large ones to catch up.",
    test: journal,
    answer: {
      file: "shared/polling/journal/read-journal.ts",
      code: "range.large || pages.length > 0 ? range.limits.largePage : range.limits.idlePage",
      without: "range.limits.idlePage",
    },
  },
  {
    number: 56,
    line: "An upload can replace, skip or repeat a name. Feedhook identifies documents by id.",
    test: owners,
    answer: {
      file: "shared/mirror/documents/facts-of-document.ts",
      code: '["size", "document.content_replaced"],',
      without: "",
    },
  },
  {
    number: 69,
    line: "List and change feed can show a change in either order. New content takes its time from the entry with the same size, which causes no second event.",
    test: "test/unit/polling/owners/list-and-feed.test.ts",
    answer: {
      file: "shared/mirror/documents/replacement.ts",
      code: 'if (!isExplained && readOn === undefined) return { verdict: "readOn" };',
      without: "",
    },
  },
  {
    number: 70,
    line: "An entry's names can change later. Feedhook recognises the entry by operation, time, document and paths.",
    test: "test/unit/polling/journal/rerendered.test.ts",
    answer: {
      file: "shared/polling/journal/journal-pass.ts",
      code: "isAtEnd ? [identity, nameOf(documentId)] : [identity]",
      without: "isAtEnd ? [] : []",
    },
  },
];
