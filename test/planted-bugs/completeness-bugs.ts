import type { PlantedBug } from "./planted-bug.ts";

/** What the bridge says about the completeness of its events. */
export const completenessBugs: readonly PlantedBug[] = [
  {
    name: "a timeline counts as complete up to its last reading, without the overlap",
    file: "shared/api/completeness/known-until.ts",
    code: "from - Math.max(2 * lateness, behind)",
    instead: "from",
    needs: "a row that commits late",
  },
  {
    name: "the list that was read furthest decides up to when a kind is complete",
    file: "shared/api/completeness/known-until.ts",
    code: "{ until: Math.min(...times) }",
    instead: "{ until: Math.max(...times) }",
    needs: "a timeline that fails or is paused while the other one is read",
  },
  {
    name: "readings count although what they found isn't published",
    file: "shared/api/completeness/known-until.ts",
    code: "published !== undefined && by <= published",
    instead: "by > 0",
    needs: "publishing that is minutes behind",
    test: "test/unit/api/known-until.test.ts",
  },
  {
    name: "a walk that left removals undecided counts as complete",
    file: "shared/polling/walks/confirm-removals.ts",
    code: "isDecided && from !== undefined",
    instead: "from !== undefined",
    needs: "a record that is gone, and doesn't answer by id",
    test: "test/unit/polling/walks/complete-walk.test.ts",
  },
  {
    name: "held removals count as complete",
    file: "shared/polling/walks/confirm-removals.ts",
    code: '      if (missing) await memory.held(feed.instance, resourceOf(feed), id);\n    }\n  });\n  return { checkpoint, end: { outcome: "done" } };',
    instead:
      '      if (missing) await memory.held(feed.instance, resourceOf(feed), id);\n    }\n  });\n  return { checkpoint, end: { outcome: "done", complete: phase.listedFrom === undefined ? undefined : { from: phase.listedFrom, lateness: 0 } } };',
    needs: "a mass loss",
    test: "test/unit/polling/walks/complete-walk.test.ts",
  },
  {
    name: "a walk shows what was removed before its end",
    file: "shared/polling/walks/confirm-removals.ts",
    code: "const { listedFrom: from } = phase;",
    instead: "const from = clock.now();",
    needs: "a walk that takes minutes",
    test: "test/unit/polling/walks/complete-walk.test.ts",
  },
  {
    name: "a pass that took long counts like a quick one",
    file: "shared/polling/timelines/timeline-reader.ts",
    code: "moment.asOf + margin - (beganAt ?? 0) <= most ? most : 0",
    instead: "most",
    needs: "a row that commits behind a long pass",
    test: "test/unit/polling/timelines/complete-passes.test.ts",
  },
  {
    name: "templates count as complete up to the end of the visit that read them",
    file: "shared/api/completeness/completeness-of.ts",
    code: 'const list = leastOf(own.filter((feed) => feed.kind.endsWith("-template")).map(of));',
    instead:
      'const list = leastOf(own.filter((feed) => feed.kind.endsWith("-template")).map((feed) => knownOf({ completeReads: find(feed.feedId)?.completeReads?.map((read) => ({ ...read, from: read.by })) }, published, 0)));',
    needs: "a template that changes while the removal of another one is confirmed",
  },
  {
    name: "templates count as complete although a read by id still lags behind their list",
    file: "shared/polling/walks/confirm-removals.ts",
    code: "agrees && isDecided",
    instead: "isDecided",
    needs: "a read by id that lags for minutes",
    test: "test/unit/polling/templates/template-reader.test.ts",
  },
];
