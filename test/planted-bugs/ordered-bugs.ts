import type { PlantedBug } from "./planted-bug.ts";

/** Ordered delivery. */
export const orderedBugs: readonly PlantedBug[] = [
  {
    name: "an ordered delivery that its partner may not have stays in the backlog",
    file: "shared/delivery/sender.ts",
    code: "else if (position !== undefined) await recordLock.leave({ ...message, position });",
    instead: "",
    needs: "an ordered delivery under way while the instance is taken away",
    test: "test/unit/delivery/partner-enforcement.test.ts",
  },
  {
    name: "an ordered delivery waits for as long as its endpoint was ever disabled",
    file: "shared/delivery/backlog/backlog.ts",
    code: "row.stopped ?? stopped",
    instead: "row.stopped ?? 0",
    needs: "a lost message to an endpoint that was disabled for days",
    test: "test/unit/delivery/ordered/lost-messages.test.ts",
  },
  {
    name: "a drain overwrites an ordered delivery that was put back",
    file: "shared/delivery/ordered/ordered-backlog.ts",
    code: '      { attribute: "due", is: "equal", value: row.due },\n',
    instead: "",
    needs: "a delivery that is postponed while it is drained",
    test: "test/unit/delivery/ordered/lost-messages.test.ts",
  },
  {
    name: "a record's lock that has expired keeps the record from being sent",
    file: "shared/delivery/ordered/record-lock-store.ts",
    code: "before === undefined ? absentOrExpired(now) :",
    instead: 'before === undefined ? [{ attribute: "pk", is: "absent" }] :',
    needs: "an engine that deletes what has expired later",
    test: "test/contract/expired-items.test.ts",
  },
  {
    name: "whoever comes first sends, whatever comes before it in the order",
    file: "shared/delivery/ordered/record-lock.ts",
    code: "if (first === undefined || !isSame(first, message) || first.attempt !== message.attempt) return undefined;",
    instead: "if (first === undefined) return undefined;",
    test: "test/unit/delivery/ordered/record-lock.test.ts",
  },
  {
    name: "a record lock that is held can be taken",
    file: "shared/delivery/ordered/record-lock-store.ts",
    code: "if ((before?.until ?? 0) > now) return undefined;",
    instead: "",
    needs: "two messages of one record at once",
    test: "test/unit/delivery/ordered/record-lock-races.test.ts",
  },
  {
    name: "a drain takes an ordered delivery out of its order",
    file: "shared/delivery/ordered/ordered-backlog.ts",
    code: "if (row.position === undefined) return backlog.remove(row);",
    instead: "return backlog.remove(row);",
    test: "test/unit/delivery/ordered/record-lock.test.ts",
  },
];
