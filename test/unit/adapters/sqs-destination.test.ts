import { expect, test } from "vitest";
import { open } from "../../../shared/adapters/aws/destinations/sqs-destination.ts";
import { anEvent } from "../fanout/an-event.ts";

test("a message goes to its region's address, not to the host in the queue's URL, which a partner chose", async () => {
  const hosts: string[] = [];
  const handle = async ({ hostname }: { readonly hostname: string }) => {
    hosts.push(hostname);
    throw new Error("no network");
  };
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const options = { region: "eu-north-1", maxAttempts: 1, credentials, requestHandler: { handle } };
  const destination = { kind: "sqs", target: "https://evil.example/123456789012/orders", externalId: "e" } as const;
  const send = open(destination, { region: "eu-north-1", name: "orders" }, options);
  const request = { destination, subscription: "sub_1", envelope: anEvent({}), body: Buffer.from("{}"), marks: {} };
  await expect(send({ ...request, deadline: 1_000 }, new AbortController().signal)).rejects.toThrow("no network");
  expect(hosts).toEqual(["sqs.eu-north-1.amazonaws.com"]);
});
