import type { PlantedBug } from "./planted-bug.ts";

/** Fetched events, and erased ones. */
export const pullAndErasureBugs: readonly PlantedBug[] = [
  {
    name: "an acknowledged delivery of a pull subscription leaves no row",
    file: "shared/delivery/pull/pull-consumer.ts",
    code: "await log.acknowledge(row, row.type);",
    instead: "",
    needs: "a repeated message",
    test: "test/unit/delivery/pull/pull.test.ts",
  },
  {
    name: "a lease of a pull subscription binds nobody",
    file: "shared/delivery/pull/pull-consumer.ts",
    code: '{ attribute: "leasedUntil", is: "absentOrAtMost", value: now },',
    instead: "",
    needs: "two consumers",
    test: "test/unit/delivery/pull/pull.test.ts",
  },
  {
    name: "what waits of an instance that was taken away stands in a pull subscription's way",
    file: "shared/delivery/pull/pull-consumer.ts",
    code: "if (access !== undefined && refused.length > 0) await this.#giveUp(refused, await access());",
    instead: "",
    needs: "a partner that loses an instance of which much waits",
    test: "test/unit/delivery/pull/pull.test.ts",
  },
  {
    name: "the second look of an erasure doesn't know which events the first one removed",
    file: "shared/delivery/erasure/subject-erasure.ts",
    code: "await recover.send([erasureOf(secondLookAt(message, some), secondLook)]);",
    instead: "",
    needs: "a delivery under way while the event is erased",
    test: "test/unit/delivery/erasure/subject-erasure.test.ts",
  },
  {
    name: "an erasure leaves the events behind",
    file: "shared/delivery/erasure/subject-erasure.ts",
    code: "await Promise.all(keys.map((key) => events.remove(key)));",
    instead: "",
    test: "test/unit/delivery/erasure/subject-erasure.test.ts",
  },
];
