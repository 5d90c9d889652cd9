import type { PlantedBug } from "./planted-bug.ts";

/** Deliveries to queues, buses and buckets in AWS. Their contract suites and unit tests find these. */
export const destinationBugs: readonly PlantedBug[] = [
  {
    name: "destination: a role that accepts any external id is used",
    file: "shared/adapters/aws/destinations/role-credentials.ts",
    code: "if (!trusts && (await isOpen(sts, role))) {",
    instead: "if (trusts && (await isOpen(sts, role))) {",
    test: "test/contract/aws-connector.test.ts",
  },
  {
    name: "destination: two subscriptions with the same role share its credentials",
    file: "shared/adapters/aws/destinations/aws-connector.ts",
    code: 'const key = [kind, target, roleArn, externalId].join(" ");',
    instead: 'const key = [kind, target, roleArn, externalId.length].join(" ");',
    test: "test/contract/aws-connector.test.ts",
  },
  {
    name: "destination: an entry that the bus refuses counts as sent",
    file: "shared/adapters/aws/destinations/event-bridge-destination.ts",
    code: "if (result?.EventId !== undefined) {",
    instead: 'if (result?.EventId !== undefined || result?.ErrorCode !== "") {',
    needs: "a bus that refuses an entry of a request that succeeds",
    test: "test/contract/destination-kinds.test.ts",
  },
  {
    name: "destination: a bus that is gone is looked for only once",
    file: "shared/adapters/aws/destinations/event-bridge-destination.ts",
    code: "if (now - foundAt < foundFor) return foundAt;",
    instead: "if (now - foundAt < foundFor || foundAt > 0) return foundAt;",
    needs: "a bus that is deleted after an event",
    test: "test/contract/destination-kinds.test.ts",
  },
  {
    name: "destination: events that arrive while an object is gathered are forgotten",
    file: "shared/adapters/aws/destinations/s3-destination.ts",
    code: "last.batch.events.push(request);",
    instead: "last.batch.events.push(last.batch.events[0] ?? request);",
    needs: "two deliveries to a bucket at the same time",
    test: "test/contract/destination-kinds.test.ts",
  },
  {
    name: "destination: a change replaces the external id",
    file: "shared/api/subscriptions/merge-patch.ts",
    code: "destination: current.destination && { ...current.destination, ...defined(patch.destination ?? {}) },",
    instead:
      'destination: current.destination && { ...current.destination, ...defined(patch.destination ?? {}), externalId: "" },',
    test: "test/unit/api/destinations.test.ts",
  },
  {
    name: "destination: a role of another account than the target is accepted",
    file: "shared/subscriptions/destination.ts",
    code: "if (place.account === undefined || place.account === owner) return [];",
    instead: "if (place.account === undefined || owner.length === 12) return [];",
    test: "test/unit/api/destinations.test.ts",
  },
];
