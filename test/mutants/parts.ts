/** A part of the sources whose mutants its own unit tests must notice. */
export type Part = {
  readonly name: string;
  /** Source patterns, in Stryker's syntax. */
  readonly mutate: readonly string[];
  /** Patterns of test files. */
  readonly tests: readonly string[];
  /** Tests that take a minute for each mutant. Leaving them out can only lower the score. */
  readonly without?: readonly string[];
};

const schedule = (folder: string): Part => ({
  name: `schedule-${folder}`,
  mutate: [`shared/schedule/${folder}/*.ts`],
  tests: [`test/unit/schedule/${folder}/*.test.ts`],
  without: ["tick-crashes", "short-ticks", "clock-set-back"].map((name) => `test/unit/schedule/tick/${name}.test.ts`),
});

const mirror = (name: string, mutate: readonly string[], tests: readonly string[] = []): Part => ({
  name,
  mutate,
  tests: ["test/unit/mirror/**/*.test.ts", "test/unit/polling/observe/*.test.ts", ...tests],
  without: ["test/unit/mirror/fuzzed-bodies.property.test.ts", "test/unit/mirror/records/large-records.test.ts"],
});

/** A folder in `shared` with its own tests. */
const folder = (name: string, tests: readonly string[] = []): Part => ({
  name,
  mutate: [`shared/${name}/**/*.ts`],
  tests: [`test/unit/${name}/**/*.test.ts`, ...tests],
});

/**
 * Code that decides: a slip there changes what is published, sent or requested, with the same calls. The quickest come
 * first.
 */
export const parts: readonly Part[] = [
  {
    name: "delivery-rows",
    mutate: ["shared/delivery/rows/*.ts"],
    tests: ["test/unit/delivery/rows/*.test.ts"],
  },
  {
    name: "patterns",
    mutate: ["shared/subscriptions/patterns/*.ts"],
    tests: ["test/unit/subscriptions/patterns/*.test.ts"],
  },
  {
    name: "publishing",
    mutate: ["shared/publishing/**/*.ts"],
    tests: ["test/unit/publishing/**/*.test.ts"],
  },
  {
    name: "mirror-facts",
    mutate: [
      ...["shared/mirror/changes-between.ts", "shared/mirror/records/canonical-record.ts"],
      "shared/mirror/records/facts-of.ts",
    ],
    tests: [
      "test/unit/mirror/{former-digests,cut-projection,short-changes}.test.ts",
      "test/unit/mirror/records/{canonical-record,declared-fields,facts-of,loose-fields}.test.ts",
    ],
  },
  mirror(
    "mirror-items",
    ["shared/mirror/*.ts", "!shared/mirror/changes-between.ts"],
    // Scrubs and erasures keep their mirror data there.
    ["test/unit/polling/scrub/*.test.ts", "test/unit/delivery/erasure/*.test.ts"],
  ),
  mirror("mirror-records", ["shared/mirror/records/*.ts", "!shared/mirror/records/{canonical-record,facts-of}.ts"]),
  mirror(
    "mirror-documents",
    ["shared/mirror/documents/*.ts", "shared/mirror/journal/*.ts", "shared/mirror/rooms/*.ts"],
    // Documents reach the mirror through their owners' feeds.
    ["test/unit/polling/owners/*.test.ts"],
  ),
  // The mirror's callers are tested with it.
  mirror("observe", ["shared/polling/observe/*.ts"], ["test/unit/polling/owners/*.test.ts"]),
  schedule("budget"),
  schedule("rates"),
  schedule("wheel"),
  schedule("feeds"),
  schedule("tick"),
  folder("fanout"),
  folder("alerts", ["test/unit/api/alerts.test.ts"]),
  folder("partners", [
    "test/unit/api/{audit,idempotency,key-quota,key-strength,partners,portal-links,waiting-requests}.test.ts",
    "test/unit/delivery/partner-enforcement.test.ts",
  ]),
  folder("source"),
];
