import type { Hazard } from "./hazard.ts";

/** Hazards 1 to 23: timelines. */
export const timelineHazards: readonly Hazard[] = [
  {
    number: 1,
    line: "`since` is inclusive, so each poll repeats the last row. A row that equals the mirror item causes neither write nor event.",
    test: "test/unit/polling/observe/record-sink.test.ts",
    answer: {
      file: "shared/mirror/records/classify-record.ts",
      code: 'if (likeness !== "different" && fetched === undefined) {',
      without: "if (false) {",
    },
  },
  {
    number: 2,
    line: "Cursors have milliseconds, so rows repeat. The reader passes each row on once.",
    test: "test/unit/polling/timelines/timeline-reader.test.ts",
    answer: {
      file: "shared/polling/timelines/read-lane.ts",
      code: "const handed = rows.flatMap(({ row }, index) => (fresh[index] === false ? [] : [row]));",
      without: "const handed = rows.map(({ row }) => row);",
    },
  },
  {
    number: 3,
    line: "If all rows of a page share one millisecond, the page repeats forever. The reader tries a larger page, then leaves it to the walk.",
    test: "test/unit/polling/timelines/timeline-reader.test.ts",
    answer: {
      file: "shared/polling/timelines/read-lane.ts",
      code: "return { stuck: nextCursor !== undefined && (repeated || nextCursor === cursor), fresh };",
      without: "return { stuck: false, fresh };",
    },
  },
  {
    number: 4,
    line: "Rows commit after their change time. The fast lane's overlap follows their lateness.",
    test: "test/unit/polling/timelines/timeline-trouble.test.ts",
    answer: {
      file: "shared/polling/timelines/timeline-reader.ts",
      code: "since: watermark - overlapOf(lateness, timings)",
      without: "since: watermark",
    },
  },
  {
    number: 5,
    line: "Deduplication by id alone loses a second change. Feedhook compares content and change time.",
    test: "test/unit/polling/observe/record-sink.test.ts",
    answer: {
      file: "shared/mirror/records/classify-record.ts",
      code: 'if (stored === undefined || changeTimeOf(changeTimesOf(row.body)) !== changeTimeOf(item)) return "different";',
      without: 'if (stored !== undefined) return "identical"; else return "different";',
    },
  },
  {
    number: 6,
    line: "Callers can set change times, even backwards. Feedhook never skips a row for its age.",
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
    line: "A row with a future date would hide later changes. It never moves the watermark.",
    test: "test/unit/polling/timelines/timeline-reader.test.ts",
    answer: {
      file: "shared/polling/timelines/read-lane.ts",
      code: "const past = page.positions.filter((position) => position <= page.serverNow);",
      without: "const past = page.positions;",
    },
  },
  {
    number: 8,
    line: "A timeline by `modified` may omit unmodified rows. Feedhook reads persons and companies by both keys.",
    test: "test/unit/schedule/feeds/feeds-of-instance.test.ts",
    answer: {
      file: "shared/schedule/feeds/feed-kinds.ts",
      code: '  { key: "created", view: "full" },\n',
      without: "",
    },
  },
  {
    number: 9,
    line: "A cursor for another key returns 400. Each query has its own cursors.",
    test: "test/unit/schedule/feeds/feeds-of-instance.test.ts",
    answer: {
      file: "shared/schedule/feeds/feed.ts",
      code: 'return `${instance}#${kind}#${sha256(canonicalJson(query)).toString("hex").slice(0, 12)}`;',
      without: "return `${instance}#${kind}`;",
    },
  },
  {
    number: 10,
    line: "Cursors don't include filters and keys. Each request sends the whole frozen query.",
    test: "test/unit/polling/timelines/timeline-reader.test.ts",
    answer: {
      file: "shared/polling/timelines/read-lane.ts",
      code: "      ...query,\n      ...(since",
      without: "      ...(cursor === undefined && query),\n      ...(since",
    },
  },
  {
    number: 11,
    line: "A row that leaves a filter disappears. Feedhook reads lists unfiltered.",
    test: "test/unit/schedule/feeds/feeds-of-instance.test.ts",
    answer: {
      file: "shared/schedule/feeds/feed-kinds.ts",
      code: '"activity-timeline": { class: "timelines", resource: "activity", feeds: plain }',
      without: '"activity-timeline": { class: "timelines", resource: "activity", feeds: [{ isActive: "true" }] }',
    },
  },
  {
    number: 12,
    line: "A short page can have a next one. Only an absent `nextCursor` ends a pass.",
    test: "test/unit/polling/timelines/timeline-reader.test.ts",
    answer: {
      file: "shared/polling/timelines/read-lane.ts",
      code: 'if (next === undefined) return { outcome: "done" };',
      without: 'if (next === undefined || rows.length < limit) return { outcome: "done" };',
    },
  },
  {
    number: 13,
    line: "The largest `limit` is unknown. Feedhook tries smaller ones, and remembers the first accepted.",
    test: "test/unit/polling/timelines/timeline-reader.test.ts",
    answer: {
      file: "shared/polling/rows/page-sizes.ts",
      code: "return limits.find((candidate) => candidate < limit);",
      without: "return undefined;",
    },
  },
  {
    number: 14,
    line: "Cursors expire. The pass restarts where everything before was read.",
    test: "test/unit/polling/timelines/timeline-reader.test.ts",
    answer: {
      file: "shared/polling/timelines/read-lane.ts",
      code: "position = withoutCursor(position);",
      without: "return endBecauseOf(answer);",
    },
  },
  {
    number: 15,
    line: "A `view=full` page returns 404 if a record was just deleted. Feedhook reads lean rows, and each record by id.",
    test: "test/unit/polling/timelines/timeline-reader.test.ts",
    answer: {
      file: "shared/polling/rows/list-records.ts",
      code: 'if (answer.outcome !== "notFound" || query["view"] !== "full") return answer;',
      without: "return answer;",
    },
  },
  {
    number: 16,
    line: "Lean rows omit fields. Feedhook reads projects and activities by id before publishing them.",
    test: "test/unit/polling/observe/record-sink.test.ts",
    answer: {
      file: "shared/mirror/records/classify-record.ts",
      code: 'const lacksFull = projection === "lean" && !observation.draining && fetched === undefined;',
      without: "const lacksFull = false;",
    },
  },
  {
    number: 17,
    line: "A read by id can be newer than its row. Feedhook publishes the read; the later row causes no event.",
    test: "test/unit/polling/observe/record-sink.test.ts",
    answer: {
      file: "shared/mirror/records/classify-record.ts",
      code: "const full = read?.body ?? row.body;",
      without: 'const full = projection === "full" ? row.body : item.full?.body;',
    },
  },
  {
    number: 18,
    line: "Rows contain names of other records. Feedhook compares references by id.",
    test: "test/unit/mirror/records/canonical-record.test.ts",
    answer: {
      file: "shared/mirror/records/canonical-record.ts",
      code: 'return members.length === 1 ? value["id"] : canonicalMembers(Object.fromEntries(members));',
      without: "return canonicalMembers(value);",
    },
  },
  {
    number: 19,
    line: "Absent means null, and some scalars have several spellings. Feedhook compares one spelling.",
    test: "test/unit/mirror/records/canonical-record.test.ts",
    answer: {
      file: "shared/mirror/records/canonical-record.ts",
      code: 'if (rule === "loose") return tightened(value);',
      without: 'if (rule === "loose") return canonicalValue(value);',
    },
  },
  {
    number: 20,
    line: "Counts change with other records, and responses to writes have `actedBy`. Comparisons ignore both.",
    test: "test/unit/mirror/records/canonical-record.test.ts",
    answer: {
      file: "shared/mirror/records/canonical-record.ts",
      code: 'value === null || rule === "skipped"',
      without: "value === null",
    },
  },
  {
    number: 21,
    line: "Offset lists skip and repeat rows. A pass counts only if one response contained everything or two passes agree.",
    test: "test/unit/polling/templates/template-reader.test.ts",
    answer: {
      file: "shared/polling/templates/template-pages.ts",
      code: "const isComplete = mark === last || (page === part && rows + (unidentified ?? 0) === totals);",
      without: "const isComplete = rows >= 0;",
    },
  },
  {
    number: 22,
    line: "A `+` in a query means a space, and a malformed `since` returns 400. Feedhook sends instants in UTC with `Z`, encoded.",
    test: "test/unit/polling/rows/change-time.test.ts",
    answer: {
      file: "shared/polling/rows/record-row.ts",
      code: "return isoTime(ms);",
      without: 'return isoTime(ms).replace("Z", "+00:00");',
    },
  },
  {
    number: 23,
    line: "Feedhook's clock may differ from the source's. Feedhook uses the `Date` header of responses.",
    test: "test/unit/source/moments.test.ts",
    answer: {
      file: "shared/source/source-factory.ts",
      code: "return { beganAt, asOf: date ?? beganAt };",
      without: "return { beganAt: startedAt, asOf: receivedAt };",
    },
  },
];
