import type { PlantedBug } from "./planted-bug.ts";

/** What was delivered by the hour, and what a receiver finds by it. */
export const reconcileBugs: readonly PlantedBug[] = [
  {
    name: "an event that was also replayed counts twice",
    file: "shared/api/completeness/hourly-deliveries.ts",
    code: "if (last !== undefined && before === undefined) hours.add(last);",
    instead: "if (last !== undefined) hours.add(last);",
    needs: "a replay of an event that was delivered",
  },
  {
    name: "what only a replay delivered doesn't count",
    file: "shared/api/completeness/hourly-deliveries.ts",
    code: 'run === firstRun ? "delivered" : "replayed"',
    instead: 'run === firstRun ? "delivered" : "queue"',
    test: "test/unit/api/hourly-deliveries.test.ts",
    needs: "a replay of an event that wasn't delivered before",
  },
  {
    name: "an event that is held for its endpoint counts as queued",
    file: "shared/api/completeness/hourly-deliveries.ts",
    code: 'return state === "held" ? "endpoint" : waitOf(postponed, nextAt);',
    instead: "return waitOf(postponed, nextAt);",
    test: "test/unit/api/subscription-completeness.test.ts",
    needs: "a delivery that is held",
  },
  {
    name: "the event at the end of a page of hours is lost",
    file: "shared/api/completeness/hourly-deliveries.ts",
    code: "let last = after;",
    instead: "let last: HourPosition | undefined;",
    needs: "more deliveries than a page reads",
    test: "test/unit/api/subscription-completeness.test.ts",
  },
  {
    name: "reconcile counts the first millisecond of the next hour",
    file: "infra/cli/reconcile/compare-ids.ts",
    code: "firstSince(ids, to));",
    instead: "firstSince(ids, to + 1));",
    needs: "an event in the first millisecond of an hour",
    test: "test/unit/cli/compare-ids.test.ts",
  },
  {
    name: "an event of an ordered backlog counts again although a replay delivered it",
    file: "shared/api/completeness/ordered-waiting.ts",
    code: "if (items.length > 0) return undefined;",
    instead: "",
    needs: "a replay of an event whose first delivery still waits",
    test: "test/unit/api/hourly-deliveries.test.ts",
  },
  {
    name: "the first event of a page of an ordered backlog counts as the first of its record",
    file: "shared/api/completeness/ordered-waiting.ts",
    code: 'let before = after ?? "";',
    instead: 'let before = "";',
    needs: "more waiting deliveries than a page looks up",
    test: "test/unit/api/hourly-deliveries.test.ts",
  },
];
