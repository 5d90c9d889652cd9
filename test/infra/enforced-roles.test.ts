import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { type AttributeValue, type DynamoDBClient, ScanCommand } from "@aws-sdk/client-dynamodb";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { createAlertHandler } from "../../functions/alert.ts";
import { createApiHandler } from "../../functions/api.ts";
import { createCanaryHandler } from "../../functions/canary.ts";
import { createClockHandler } from "../../functions/clock.ts";
import { createDeliverHandler } from "../../functions/deliver.ts";
import { createFanoutHandler } from "../../functions/fanout.ts";
import { createPollHandler } from "../../functions/poll.ts";
import { createPublishHandler } from "../../functions/publish.ts";
import { createRecoverHandler } from "../../functions/recover.ts";
import { type AwsEngine, createAwsEngine } from "../../functions/runtime/aws/aws-engine.ts";
import { awsOperations } from "../../functions/runtime/aws/aws-operations.ts";
import { createTickHandler } from "../../functions/tick.ts";
import { startSandbox } from "../../infra/sandbox/start-sandbox.ts";
import { functions } from "../../shared/kernel/function-topology.ts";
import { type FunctionName } from "../../shared/kernel/topology.ts";
import { EventStore } from "../../shared/publishing/event-store.ts";
import { startDynamo } from "../support/dynamo.ts";
import { httpApiEvent } from "../support/http-api-event.ts";
import { closeServer, listenLocally } from "../support/local-server.ts";
import { testContext } from "../support/test-context.ts";
import { anEvent, idOf } from "../unit/fanout/an-event.ts";
import { productionContext, synthesise, variablesOf } from "./support/deployment.ts";
import { statementsOf } from "./support/rights.ts";
import { allows, openRoleGate, type RoleGate } from "./support/role-gate.ts";

const production = synthesise(productionContext);
const places: { readonly [name in FunctionName]: string } = {
  ...{ clock: "Ingest/Clock", tick: "Ingest/Tick", poll: "Ingest/Poll", publish: "Ingest/Publish" },
  ...{ fanout: "Delivery/Fanout", deliver: "Delivery/Deliver", recover: "Delivery/Recover" },
  alert: "Delivery/Alert",
  ...{ canary: "Ops/Watch/Canary", api: "Api/Function" },
};
const names = Object.keys(places) as FunctionName[];
const rolesRights = (name: FunctionName) =>
  statementsOf(production).filter(({ role }) => role === `${places[name]}/Role`);
const operatorKey = "e52302ad46c6c423d73c41c052bdc59724673744362673ebc193cc21218a566c";
const closers: (() => unknown)[] = [];
const gates = new Map<FunctionName, RoleGate>();
let dynamo: DynamoDBClient;
let partner: Awaited<ReturnType<typeof startSandbox>>;

/** A function's engine as on AWS: its template's variables, and an endpoint that enforces its role. */
async function engineOf(name: FunctionName): Promise<AwsEngine> {
  return createAwsEngine(...(await surroundingsOf(name)));
}

/** A function's environment, and where its clients find AWS. */
async function surroundingsOf(name: FunctionName): Promise<Parameters<typeof createAwsEngine>> {
  const { hostname, port } = await dynamo.config.endpoint!();
  const gate = await openRoleGate(rolesRights(name), `http://${hostname}:${port}`);
  closers.push(() => gate.close());
  gates.set(name, gate);
  const lambda = production.functions.find(({ path }) => path === `${places[name]}/Function`)!;
  const env = Object.entries(variablesOf(lambda)).map(([variable, place]): [string, string] => {
    if (variable.startsWith("TABLE_")) return [variable, place.replace("Data/", "").toLowerCase()];
    return [variable, variable.endsWith("_URL") ? `${gate.url}/${encodeURIComponent(place)}` : place];
  });
  const local = {
    PARTNER_URL: partner.url,
    OPERATOR_KEY_HASH: createHash("sha256").update(operatorKey).digest("hex"),
    // The subscriber is on this machine.
    ...{ ALLOW_INSECURE_ENDPOINTS: "true", AWS_ENDPOINT_URL: gate.url },
  };
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  return [
    { ...Object.fromEntries(env), ...local },
    { endpoint: gate.url, region: "eu-north-1", credentials },
  ];
}

/** A function's messages since the last look. */
function taken(from: FunctionName, queue: string): readonly string[] {
  const sent = gates.get(from)!.sent;
  const bodies = sent.get(queue) ?? [];
  sent.set(queue, []);
  return bodies;
}

const records = (bodies: readonly string[]) => ({
  Records: bodies.map((body, position) => ({
    messageId: String(position),
    body,
    attributes: { ApproximateReceiveCount: "1" },
  })),
});

let known = new Map<string, Record<string, AttributeValue>>();

/** The mirror's changes since the last look, as its stream shows them. */
async function mirrorChanges() {
  const { Items = [] } = await dynamo.send(new ScanCommand({ TableName: "mirror", ConsistentRead: true }));
  const now = new Map(Items.map((item) => [`${item["pk"]?.S} ${item["sk"]?.S}`, item]));
  const changed = [...now].filter(([key, item]) => JSON.stringify(item) !== JSON.stringify(known.get(key)));
  const Records = changed.map(([key, NewImage], position) => {
    const OldImage = known.get(key);
    return {
      eventName: OldImage === undefined ? ("INSERT" as const) : ("MODIFY" as const),
      dynamodb: { SequenceNumber: String(position), Keys: {}, NewImage, ...(OldImage && { OldImage }) },
    };
  });
  known = now;
  return { Records };
}

const done = { batchItemFailures: [] };

beforeAll(async () => {
  const tables = await startDynamo();
  closers.push(() => tables.close());
  dynamo = tables.client;
  partner = await startSandbox({ seed: 7, records: 15 });
  closers.push(() => partner.close());
});
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

describe("every function under its own role", () => {
  test("does its work: it reads an instance, and an event travels all the way to a webhook and back", async () => {
    expect(names.toSorted()).toEqual(Object.keys(functions).sort());
    const engines = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await engineOf(name)] as const)),
    ) as { readonly [name in FunctionName]: AwsEngine };
    const [env, elsewhere] = await surroundingsOf("api");
    const apiEngine = createAwsEngine(env, elsewhere);
    const api = createApiHandler(apiEngine, awsOperations(env, apiEngine, elsewhere));
    const call = async (method: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${operatorKey}`, "content-type": "application/json" };
      const event = httpApiEvent({ method, target: path, headers, body: body && JSON.stringify(body) });
      return z.object({ statusCode: z.int(), body: z.string() }).parse(await api(event));
    };
    const [{ name, clientId, clientSecret }] = partner.instances as [(typeof partner.instances)[number]];
    const credentials = { clientId, clientSecret };
    expect(await call("PUT", `/v1/instances/${name}`, { credentials, requestsPerSecond: 20 })).toMatchObject({
      statusCode: expect.toBeOneOf([200, 201]),
    });

    const answers: (number | undefined)[] = [];
    const subscriber = createServer((request, response) => {
      void (async () => {
        const { method = "GET", url: target = "/", headers } = request;
        const answer = await canary(httpApiEvent({ method, target, headers, body: await textOf(request) }));
        answers.push(answer?.statusCode);
        response.writeHead(answer?.statusCode ?? 500).end();
      })();
    });
    closers.push(() => closeServer(subscriber));
    const canary = createCanaryHandler(engines.canary, `${await listenLocally(subscriber)}/canary`);

    await createClockHandler(engines.clock)({});
    const ticks = taken("clock", "Ingest/TicksQueue/Queue");
    expect(ticks).toHaveLength(4);
    expect(await createTickHandler(engines.tick)(records(ticks.slice(0, 1)))).toEqual(done);
    const polls = taken("tick", "Ingest/PollQueue/Queue");
    expect(polls.length).toBeGreaterThan(0);
    expect(await createPollHandler(engines.poll)(records(polls))).toEqual(done);
    await canary({ time: "whenever" });
    const changes = await mirrorChanges();
    expect(changes.Records.length).toBeGreaterThan(1);
    expect(await createPublishHandler(engines.publish)(changes)).toEqual(done);
    const events = gates.get("publish")!.published.map(({ Detail }) => {
      const { instance, id, type } = JSON.parse(Detail) as { instance: string; id: string; type: string };
      return JSON.stringify({ instance, id, type });
    });
    expect(events.length).toBeGreaterThan(0);
    expect(await createFanoutHandler(engines.fanout)(records(events))).toEqual(done);
    const deliveries = taken("fanout", "Delivery/DeliverQueue/Queue");
    expect(deliveries).toHaveLength(1);
    expect(await createDeliverHandler(engines.deliver)(records(deliveries))).toEqual(done);
    expect(answers).toEqual([204]);
    const made = await call("POST", "/v1/partners", { name: "Acme" });
    const { id } = z.object({ id: z.string() }).parse(JSON.parse(made.body));
    const said: string[] = [];
    const chat = createServer((request, response) => {
      void textOf(request).then((text) => {
        said.push(text);
        // Refused once, so that the function sends a message to its own queue.
        response.writeHead(said.length === 1 ? 503 : 200).end();
      });
    });
    closers.push(() => closeServer(chat));
    const slackUrl = `${await listenLocally(chat)}/chat`;
    expect(await call("PATCH", `/v1/partners/${id}/alerts`, { slackUrl })).toMatchObject({ statusCode: 200 });
    const alert = createAlertHandler(engines.alert);
    const { clock } = engines.publish;
    const about = { id: idOf(1, clock.now()), instance: `~${id}`, type: "bridge.endpoint_disabled" } as const;
    const envelope = anEvent({ ...about, data: { subscription: "sub_1", reason: "gone" } });
    const store = new EventStore({ ...testContext(), clock, events: engines.publish.table("events") });
    await store.put([{ envelope, body: JSON.stringify(envelope) }]);
    const message = { kind: "event", partner: id, instance: about.instance, event: about.id };
    expect(await alert(records([JSON.stringify(message)]))).toEqual(done);
    const retries = taken("alert", "Delivery/AlertsQueue/Queue");
    expect(retries).toHaveLength(1);
    expect(await alert(records(retries))).toEqual(done);
    expect(said).toHaveLength(2);
    const sweeps = taken("clock", "Delivery/RecoverQueue/Queue");
    expect(await createRecoverHandler(engines.recover)(records(sweeps.slice(0, 1)))).toEqual(done);
    const status = await call("GET", "/v1/status");
    expect(status).toMatchObject({ statusCode: 200 });
    const shown = z.object({ queues: z.record(z.string(), z.object({ redrive: z.object({ state: z.string() }) })) });
    for (const queue of Object.keys(shown.parse(JSON.parse(status.body)).queues)) {
      expect(await call("POST", `/v1/queues/${queue}/redrive`)).toMatchObject({ statusCode: 202 });
    }
  }, 60_000);

  test.each(names)("%s was allowed everything it asked for", (name) => {
    const { calls, statements } = gates.get(name)!;
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.filter((call) => !allows(statements, call))).toEqual([]);
  });

  test.each(names)("%s fails with any one action fewer", (name) => {
    const { calls, statements } = gates.get(name)!;
    for (const { action, resource } of calls) {
      const fewer = statements.map((one) =>
        one.resources.includes(resource) ? { ...one, actions: one.actions.filter((other) => other !== action) } : one,
      );
      expect(
        calls.some((call) => !allows(fewer, call)),
        `${action} on ${resource}`,
      ).toBe(true);
    }
  });

  test("the next canary fails at the gate itself once its role may not write the mirror", async () => {
    const engine = await engineOf("canary");
    const gate = gates.get("canary")!;
    const canary = createCanaryHandler(engine, "http://127.0.0.1:1/canary");
    gate.statements = gate.statements.filter(({ resources }) => !resources.includes("Data/Mirror"));
    await expect(canary({})).rejects.toThrow("not allowed");
  });
});

describe("a version's trial", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  // A trial event is typed as a batch, whoever its messages are for. Here, a function that gets another's can't parse it.
  test.each(names)("runs in %s, from its entry point, under its role", async (name) => {
    const [env] = await surroundingsOf(name);
    const account = { AWS_REGION: "eu-north-1", AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" };
    for (const [variable, value] of Object.entries({ ...env, ...account })) vi.stubEnv(variable, value);
    const { handler } = await import(`../../functions/${name}.ts`);
    await handler({ trial: true });
    const { calls, statements } = gates.get(name)!;
    expect(calls.filter((call) => !allows(statements, call))).toEqual([]);
    // Publish has nothing to read before it has a change.
    expect(calls.length > 0).toBe(name !== "publish");
  });
});

describe("rights that no role has", () => {
  const may = (name: FunctionName, action: string, resource: string, context: { [key: string]: string[] }) =>
    allows(rolesRights(name), { action, resource, context });
  const decrypting = (name: FunctionName, tenant: string) =>
    may(name, "kms:Decrypt", "Data/Key", { "kms:EncryptionContext:tenant": [tenant] });
  const writing = (name: FunctionName, partition: string) =>
    may(name, "dynamodb:PutItem", "Data/Subscriptions", { "dynamodb:LeadingKeys": [partition] });

  test("polls open the source's credentials and no partner's secrets, and deliveries the reverse", () => {
    expect([decrypting("poll", "instance#acme"), decrypting("poll", "partner#prt_1")]).toEqual([true, false]);
    expect([decrypting("deliver", "instance#acme"), decrypting("deliver", "partner#prt_1")]).toEqual([false, true]);
    expect([decrypting("canary", "partner#prt_canary"), decrypting("canary", "partner#prt_1")]).toEqual([true, false]);
    expect(may("poll", "kms:Decrypt", "Data/Key", {})).toBe(false);
  });

  test("polls write only under their instances, and the canary only under its own partner", () => {
    expect([writing("poll", "instance#acme"), writing("poll", "partner#prt_1")]).toEqual([true, false]);
    expect([writing("canary", "partner#prt_canary"), writing("canary", "partner#prt_1")]).toEqual([true, false]);
    const mixed = { "dynamodb:LeadingKeys": ["instance#acme", "partner#prt_1"] };
    expect(may("poll", "dynamodb:BatchGetItem", "Data/Subscriptions", mixed)).toBe(false);
  });
});
