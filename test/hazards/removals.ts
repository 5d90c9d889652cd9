import type { Hazard } from "./hazard.ts";

/** Hazards 24 to 34: removals, state and privacy. */
export const removalHazards: readonly Hazard[] = [
  {
    number: 24,
    line: "No list reports a deletion: a completed walk is compared with the mirror, and a count probe that finds fewer rows than are known asks for one.",
    test: "test/unit/polling/walks/walk-reader.test.ts",
    answer: {
      file: "shared/polling/walks/compare-walk.ts",
      code: "if (!seen.has(id)) missed.push(id);",
      without: "if (!seen.has(id)) missed.length = 0;",
    },
  },
  {
    number: 25,
    line: "Absent from a walk isn't deleted, for a lower id may be committed behind it: only what was first seen an hour before the walk is a candidate.",
    test: "test/unit/polling/walks/walk-reader.test.ts",
    answer: {
      file: "shared/polling/walks/compare-walk.ts",
      code: "start.beganAt - timings.candidateAge",
      without: "start.beganAt",
    },
  },
  {
    number: 26,
    line: "A 404 also means an unknown instance: a removal needs a record of the same walk that answers, between the two 404s and after.",
    test: "test/unit/polling/walks/walk-reader.test.ts",
    answer: {
      file: "shared/polling/removals/check-witness.ts",
      code: 'return { outcome: "none", asked: witnesses.length };',
      without: 'return { outcome: "alive" };',
    },
  },
  {
    number: 27,
    line: "Lost access looks like deletion: more than max(20, 2 %) missing within a day, over all sources, is held for an operator or a later walk that agrees.",
    test: "test/unit/polling/removals/held-removals.test.ts",
    answer: {
      file: "shared/polling/removals/removal-guard.ts",
      code: "if (missing <= mostOf(knownOfSource) && missingOfAll <= mostOf(knownOfAll))",
      without: "if (missing >= 0)",
    },
  },
  {
    number: 28,
    line: "Lists may leave out inactive rows: learned from their totals, both kinds are walked; a candidate that answers is unlisted, not removed.",
    test: "test/unit/polling/walks/walk-reader.test.ts",
    answer: {
      file: "shared/polling/walks/hidden-rows.ts",
      code: '? [{ isActive: "true" }, { isActive: "false" }] : [{}]',
      without: "? [{}] : [{}]",
    },
  },
  {
    number: 29,
    line: "A default DELETE only closes or deactivates: told as its own type from the difference, and reversible.",
    test: "test/unit/mirror/records/facts-of.test.ts",
    answer: {
      file: "shared/mirror/records/facts-of.ts",
      code: "return rest.length === 0 ? [changed] : [updated, changed];",
      without: "return [updated];",
    },
  },
  {
    number: 30,
    line: "Which activity statuses mean closed isn't shown: learned by asking for inactive activities of the status.",
    test: "test/unit/polling/observe/activity-statuses.test.ts",
    answer: {
      file: "shared/polling/observe/activity-statuses.ts",
      code: 'if (inactive > 0) return "closed";',
      without: 'if (inactive > 0) return "unknown";',
    },
  },
  {
    number: 31,
    line: "A late page can show a removed record: its tombstone stays 400 days, and only a read by id brings it back.",
    test: "test/unit/mirror/walk-memory.test.ts",
    answer: {
      file: "shared/mirror/records/classify-record.ts",
      code: 'if (observation.fetched === undefined) return { classification: "fetch", why: "tombstone" };',
      without: "",
    },
  },
  {
    number: 32,
    line: "An erasure arrives as an ordinary update: previous values are withheld, and once nothing names the person what was told is forgotten.",
    test: "test/unit/delivery/erasure/subject-erasure.test.ts",
    answer: {
      file: "shared/mirror/records/next-item.ts",
      code: "erased ? withoutPrevious(changes) : changes",
      without: "changes",
    },
  },
  {
    number: 33,
    line: "`plannedDeletionDate` deletes nothing by itself: it is a field like any other, and no removal is predicted from it.",
    test: "test/unit/mirror/records/facts-of.test.ts",
    answer: {
      file: "shared/mirror/records/erasure.ts",
      code: "return all >= 1;",
      without: "return all >= 0;",
    },
  },
  {
    number: 34,
    line: "An owner that is gone takes its feed along: once its own removal is told, what its last snapshot held is asked for one by one, and told as removed.",
    test: "test/unit/polling/owners/prove-missing.test.ts",
    answer: {
      file: "shared/polling/owners/owner-reader.ts",
      code: 'read.end.reason === "owner_gone"',
      without: "false",
    },
  },
];
