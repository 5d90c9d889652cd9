import type { Hazard } from "./hazard.ts";

/** Hazards 1 to 23: timelines. */
export const timelineHazards: readonly Hazard[] = [
  {
    number: 1,
    line: "`since` is inclusive, so the last row comes with every poll: a row that equals what stands writes and tells nothing.",
    test: "test/unit/polling/observe/record-sink.test.ts",
    answer: {
      file: "shared/mirror/records/classify-record.ts",
      code: 'if (likeness !== "different" && fetched === undefined) {',
      without: "if (false) {",
    },
  },
  {
    number: 2,
    line: "Cursors are cut off to milliseconds, so rows come again on the next page: they are handed on once.",
    test: "test/unit/polling/timelines/timeline-reader.test.ts",
    answer: {
      file: "shared/polling/timelines/read-lane.ts",
      code: "const handed = rows.flatMap(({ row }, index) => (fresh[index] === false ? [] : [row]));",
      without: "const handed = rows.map(({ row }) => row);",
    },
  },
  {
    number: 3,
    line: "More rows in one millisecond than a page holds come again for ever: a larger page, then past it, and a walk.",
    test: "test/unit/polling/timelines/timeline-reader.test.ts",
    answer: {
      file: "shared/polling/timelines/progress-guard.ts",
      code: "return { stuck: nextCursor !== undefined && (repeated || nextCursor === cursor), fresh };",
      without: "return { stuck: false, fresh };",
    },
  },
  {
    number: 4,
    line: "Rows are committed after their change time: the fast lane reads again from behind the watermark, as far as rows are late.",
    test: "test/unit/polling/timelines/timeline-trouble.test.ts",
    answer: {
      file: "shared/polling/timelines/timeline-reader.ts",
      code: "since: watermark - overlapOf(lateness, timings)",
      without: "since: watermark",
    },
  },
  {
    number: 5,
    line: "Told apart by id alone, a second change would be lost: content and change time decide.",
    test: "test/unit/polling/observe/record-sink.test.ts",
    answer: {
      file: "shared/mirror/records/classify-record.ts",
      code: 'if (stored === undefined || changeTimeOf(changeTimesOf(row.body)) !== changeTimeOf(item)) return "different";',
      without: 'if (stored !== undefined) return "identical"; else return "different";',
    },
  },
  {
    number: 6,
    line: "Change times may be set by hand, also backwards: an older one is no reason to skip a row.",
    test: "test/unit/polling/observe/record-sink.test.ts",
    answer: {
      file: "shared/mirror/records/classify-record.ts",
      code: 'if (stored === undefined || changeTimeOf(changeTimesOf(row.body)) !== changeTimeOf(item)) return "different";',
      without:
        'if (stored === undefined) return "different"; if ((changeTimeOf(changeTimesOf(row.body)) ?? "") < (changeTimeOf(item) ?? "")) return "identical";',
    },
  },
  {
    number: 7,
    line: "A row dated ahead would hide every later change: it is handed on and never moves the watermark.",
    test: "test/unit/polling/timelines/timeline-reader.test.ts",
    answer: {
      file: "shared/polling/timelines/watermark.ts",
      code: "const past = page.positions.filter((position) => position <= page.serverNow);",
      without: "const past = page.positions;",
    },
  },
  {
    number: 8,
    line: "A timeline by `modified` may hold no row that was never modified: persons and companies are read by both keys.",
    test: "test/unit/schedule/feeds/feeds-of-instance.test.ts",
    answer: {
      file: "shared/schedule/feeds/feed-kinds.ts",
      code: '  { key: "created", view: "full" },\n',
      without: "",
    },
  },
  {
    number: 9,
    line: "A cursor of another key answers 400: each query is a feed of its own, with cursors of its own.",
    test: "test/unit/schedule/feeds/feeds-of-instance.test.ts",
    answer: {
      file: "shared/schedule/feeds/feed.ts",
      code: 'return `${instance}#${kind}#${sha256(canonicalJson(query)).toString("hex").slice(0, 12)}`;',
      without: "return `${instance}#${kind}`;",
    },
  },
  {
    number: 10,
    line: "Filters and keys aren't bound into the cursor: the whole frozen query goes with every page.",
    test: "test/unit/polling/timelines/timeline-reader.test.ts",
    answer: {
      file: "shared/polling/timelines/read-lane.ts",
      code: "      ...query,\n      ...(since",
      without: "      ...(cursor === undefined && query),\n      ...(since",
    },
  },
  {
    number: 11,
    line: "A row that leaves a filter vanishes silently: lists are read unfiltered.",
    test: "test/unit/schedule/feeds/feeds-of-instance.test.ts",
    answer: {
      file: "shared/schedule/feeds/feed-kinds.ts",
      code: '"activity-timeline": { class: "timelines", resource: "activity", feeds: plain }',
      without: '"activity-timeline": { class: "timelines", resource: "activity", feeds: [{ isActive: "true" }] }',
    },
  },
  {
    number: 12,
    line: "A short page isn't the last one: only an absent `nextCursor` ends a pass.",
    test: "test/unit/polling/timelines/timeline-reader.test.ts",
    answer: {
      file: "shared/polling/timelines/read-lane.ts",
      code: 'if (next === undefined) return { outcome: "done" };',
      without: 'if (next === undefined || rows.length < limit) return { outcome: "done" };',
    },
  },
  {
    number: 13,
    line: "The largest `limit` isn't shown: sizes are tried downwards, and what is taken is remembered.",
    test: "test/unit/polling/timelines/timeline-reader.test.ts",
    answer: {
      file: "shared/polling/rows/page-limit.ts",
      code: "return limits.find((candidate) => candidate < limit);",
      without: "return undefined;",
    },
  },
  {
    number: 14,
    line: "Cursors expire: the pass restarts where it was read completely.",
    test: "test/unit/polling/timelines/timeline-reader.test.ts",
    answer: {
      file: "shared/polling/timelines/read-lane.ts",
      code: "position = withoutCursor(position);",
      without: "return endBecauseOf(answer);",
    },
  },
  {
    number: 15,
    line: "Under `view=full` a page answers 404 when one of its records was deleted meanwhile: read lean, and by id.",
    test: "test/unit/polling/timelines/timeline-reader.test.ts",
    answer: {
      file: "shared/polling/rows/list-records.ts",
      code: 'if (answer.outcome !== "notFound" || query["view"] !== "full") return answer;',
      without: "return answer;",
    },
  },
  {
    number: 16,
    line: "Lean rows leave fields out: projects and activities are read by id before they are told.",
    test: "test/unit/polling/observe/record-sink.test.ts",
    answer: {
      file: "shared/mirror/records/classify-record.ts",
      code: 'const lacksFull = projection === "lean" && !observation.draining && fetched === undefined;',
      without: "const lacksFull = false;",
    },
  },
  {
    number: 17,
    line: "A read by id may be newer than the row it follows: it is told, and the row that comes later tells nothing.",
    test: "test/unit/polling/observe/record-sink.test.ts",
    answer: {
      file: "shared/mirror/records/classify-record.ts",
      code: 'const full = read?.body ?? (projection === "full" ? row.body : item.full?.body);',
      without: 'const full = projection === "full" ? row.body : item.full?.body;',
    },
  },
  {
    number: 18,
    line: "Rows carry names of other records: references are compared by id, or a rename would be a thousand changes.",
    test: "test/unit/mirror/records/canonical-record.test.ts",
    answer: {
      file: "shared/mirror/records/canonical-record.ts",
      code: 'return members.length === 1 ? value["id"] : canonicalMembers(Object.fromEntries(members));',
      without: "return canonicalMembers(value);",
    },
  },
  {
    number: 19,
    line: "Absent is null and scalars are loose: they are compared in one spelling.",
    test: "test/unit/mirror/records/canonical-record.test.ts",
    answer: {
      file: "shared/mirror/records/canonical-record.ts",
      code: 'if (rule === "loose") return tightened(value);',
      without: 'if (rule === "loose") return canonicalValue(value);',
    },
  },
  {
    number: 20,
    line: "Counts move with other records, and `actedBy` stands in answers to mutations only: they are left out.",
    test: "test/unit/mirror/records/canonical-record.test.ts",
    answer: {
      file: "shared/mirror/records/canonical-record.ts",
      code: 'value === null || rule === "skipped"',
      without: "value === null",
    },
  },
  {
    number: 21,
    line: "Offset lists skip and repeat rows, and templates have no other: a pass counts only if one answer held it all or the pass before saw the same.",
    test: "test/unit/polling/templates/template-reader.test.ts",
    answer: {
      file: "shared/polling/templates/template-pages.ts",
      code: "const isComplete = mark === last || (page === part && rows + (unidentified ?? 0) === totals);",
      without: "const isComplete = rows >= 0;",
    },
  },
  {
    number: 22,
    line: "A `+` in a query string is a blank, and a malformed `since` a 400: instants are sent in UTC with `Z`, and encoded.",
    test: "test/unit/polling/rows/change-time.test.ts",
    answer: {
      file: "shared/polling/rows/change-time.ts",
      code: "return new Date(ms).toISOString();",
      without: 'return new Date(ms).toISOString().replace("Z", "+00:00");',
    },
  },
  {
    number: 23,
    line: "Our clock isn't the source's: moments are taken from its `Date`.",
    test: "test/unit/source/source-client.test.ts",
    answer: {
      file: "shared/source/source-client.ts",
      code: "return { beganAt, asOf: date ?? beganAt };",
      without: "return { beganAt: startedAt, asOf: receivedAt };",
    },
  },
];
