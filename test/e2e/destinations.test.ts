import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Envelope } from "../../shared/kernel/envelope.ts";
import { FakeDestinations } from "../support/fake-destinations.ts";
import { StartProgram } from "./support/start-program.ts";
import { apiOf, endedWithTest, temporaryDirectory } from "./support/test-scope.ts";

const key = "0f0c8b8bb1d24b5f4e9d7b5bd3a6a1c8f1b0a6f4d5e2c7b8a9f0e1d2c3b4a596";
const queue = "https://sqs.eu-north-1.amazonaws.com/123456789012/orders.fifo";
const bus = "arn:aws:events:eu-west-1:123456789012:event-bus/orders";
const roleArn = "arn:aws:iam::123456789012:role/feedhook-destination-orders";

/** The longest time (ms) for a step on a busy machine. Normally it takes a second. */
const patience = 120_000;

type Made = { readonly id: string; readonly destination: { readonly externalId: string } };
type Detail = { readonly endpoint: { readonly state: string; readonly lastFailure?: object } };
type Ping = { readonly outcome: string; readonly attempt: { readonly status?: number } };

test("events reach a queue and a bus over AWS's protocols, once their roles exist", { timeout: 600_000 }, async () => {
  const aws = new FakeDestinations();
  const endpoint = await aws.start();
  onTestFinished(() => {
    aws.stop();
  });
  aws.queues.add(queue);
  aws.buses.add(bus);
  const config = join(temporaryDirectory(), "feedhook.json");
  writeFileSync(config, JSON.stringify({ awsPrincipal: "arn:aws:iam::111122223333:user/feedhook" }), { mode: 0o600 });
  const variables = { AWS_ENDPOINT_URL: endpoint, AWS_ACCESS_KEY_ID: "AKIA", AWS_SECRET_ACCESS_KEY: "secret" };
  const program = endedWithTest(
    StartProgram.within(variables, "--port", "0", "--operator-key", key, "--config", config),
  );
  const api = await apiOf(program, key);
  const subscribe = (kind: string, target: string, rest: object = {}) =>
    api<Made>("POST", "/v1/subscriptions", { kind, destination: { target, roleArn }, eventTypes: ["*"], ...rest });
  const ping = ({ id }: Made) => api<Ping>("POST", `/v1/subscriptions/${id}/ping`);

  // Before the role exists, deliveries fail and wait.
  const toQueue = await subscribe("sqs", queue, { ordered: true });
  await expect
    .poll(async () => (await api<Detail>("GET", `/v1/subscriptions/${toQueue.id}`)).endpoint, { timeout: patience })
    .toMatchObject({ state: "open", lastFailure: { status: 403 } });
  expect(aws.accepted).toEqual([]);
  const allows = ["sqs:SendMessage", "events:PutEvents", "events:DescribeEventBus"];
  aws.roles.set(roleArn, { externalId: toQueue.destination.externalId, allows });
  expect(await ping(toQueue)).toMatchObject({ outcome: "delivered", attempt: { status: 200 } });

  // Then, everything arrives: each record in its own group, oldest first.
  const taken = () => aws.accepted.filter(({ service }) => service === "sqs").map(({ input }) => input);
  await expect.poll(() => taken().length, { timeout: patience }).toBeGreaterThan(15);
  for (const messages of Map.groupBy(taken(), ({ MessageGroupId: group }) => String(group)).values()) {
    const events = messages.map(({ MessageBody: body }) => JSON.parse(String(body)) as Envelope);
    expect(new Set(events.map(({ subject }) => `${subject.type} ${subject.id}`)).size).toBe(1);
    const places = events.map(({ subject }) => subject.seq * 1_000 + subject.part);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  }
  expect(new Set(aws.accepted.map(({ session }) => session))).toEqual(new Set([`feedhook-${toQueue.id}`]));

  // Another subscription has another external id, so it can't use this role.
  const toBus = await subscribe("eventbridge", bus);
  expect(await ping(toBus)).toMatchObject({ outcome: "failed", attempt: { status: 403 } });
  aws.roles.set(roleArn, { externalId: toBus.destination.externalId, allows });
  await api("PATCH", `/v1/subscriptions/${toBus.id}`, { status: "active" });
  const entries = () => aws.accepted.filter(({ service }) => service === "events");
  await expect.poll(() => entries().length, { timeout: patience }).toBeGreaterThan(5);
  expect(entries()[0]?.input).toMatchObject({ Entries: [{ Source: "feedhook", EventBusName: bus }] });
  expect(await program.interrupt()).toBe(0);
});
