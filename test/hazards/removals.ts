import type { Hazard } from "./hazard.ts";

/** Hazards 24 to 34: removals, state and privacy. */
export const removalHazards: readonly Hazard[] = [
  {
    number: 24,
    line: "No list reports a deletion. Feedhook compares each walk with the mirror, and starts a walk if a count is low.",
    test: "test/unit/polling/walks/walk-reader.test.ts",
    answer: {
      file: "shared/polling/walks/compare-walk.ts",
      code: "if (!seen.has(id)) missed.push(id);",
      without: "if (!seen.has(id)) missed.length = 0;",
    },
  },
  {
    number: 25,
    line: "A lower id may commit behind a walk. Only records first seen an hour earlier are candidates for removal.",
    test: "test/unit/polling/walks/walk-reader.test.ts",
    answer: {
      file: "shared/polling/walks/compare-walk.ts",
      code: "start.beganAt - timings.candidateAge",
      without: "start.beganAt",
    },
  },
  {
    number: 26,
    line: "A 404 can also mean an unknown instance. A removal needs a witness record between two 404s and after them.",
    test: "test/unit/polling/walks/walk-reader.test.ts",
    answer: {
      file: "shared/polling/removals/check-witness.ts",
      code: 'return { outcome: "none", asked: witnesses.length };',
      without: 'return { outcome: "ok" };',
    },
  },
  {
    number: 27,
    line: "Lost access looks like deletion. If more than max(20, 2 %) vanish within a day, their removals wait for an operator or a walk that agrees.",
    test: "test/unit/polling/removals/held-removals.test.ts",
    answer: {
      file: "shared/polling/removals/removal-guard.ts",
      code: "if (missing <= mostOf(knownOfSource) && missingOfAll <= mostOf(knownOfAll))",
      without: "if (missing >= 0)",
    },
  },
  {
    number: 28,
    line: "Lists may omit inactive rows. Feedhook walks both kinds; a readable candidate is unlisted, not removed.",
    test: "test/unit/polling/walks/hidden-rows.test.ts",
    answer: {
      file: "shared/polling/walks/walk-checkpoint.ts",
      code: '? [{ isActive: "true" }, { isActive: "false" }] : [{}]',
      without: "? [{}] : [{}]",
    },
  },
  {
    number: 29,
    line: "A default DELETE only closes or deactivates. Feedhook publishes this as a separate event type.",
    test: "test/unit/mirror/records/facts-of.test.ts",
    answer: {
      file: "shared/mirror/records/facts-of.ts",
      code: "return rest.length === 0 ? [changed] : [updated, changed];",
      without: "return [updated];",
    },
  },
  {
    number: 30,
    line: "The contract doesn't say which activity statuses mean closed. Feedhook requests the inactive activities of each status.",
    test: "test/unit/polling/observe/learn-statuses.test.ts",
    answer: {
      file: "shared/polling/observe/learn-statuses.ts",
      code: 'if (inactive > 0) return "closed";',
      without: 'if (inactive > 0) return "unknown";',
    },
  },
  {
    number: 31,
    line: "A late page can show a removed record. Its tombstone stays for 400 days, and only a read by id restores it.",
    test: "test/unit/mirror/walk-memory.test.ts",
    answer: {
      file: "shared/mirror/records/classify-record.ts",
      code: 'if (observation.fetched === undefined) return { classification: "fetch" };',
      without: "",
    },
  },
  {
    number: 32,
    line: "An erasure arrives as an ordinary update. Feedhook withholds previous values and deletes what it published.",
    test: "test/unit/delivery/erasure/subject-erasure.test.ts",
    answer: {
      file: "shared/mirror/records/next-item.ts",
      code: "erased ? withoutPrevious(changes) : changes",
      without: "changes",
    },
  },
  {
    number: 33,
    line: "`plannedDeletionDate` deletes nothing. It is an ordinary field.",
    test: "test/unit/mirror/records/facts-of.test.ts",
    answer: {
      file: "shared/mirror/records/erasure.ts",
      code: "return all >= 1;",
      without: "return all >= 0;",
    },
  },
  {
    number: 34,
    line: "A deleted owner's feed is gone. Feedhook requests each document of the last snapshot.",
    test: "test/unit/polling/owners/prove-missing.test.ts",
    answer: {
      file: "shared/polling/owners/owner-reader.ts",
      code: 'read.end.reason === "owner_gone"',
      without: "false",
    },
  },
];
