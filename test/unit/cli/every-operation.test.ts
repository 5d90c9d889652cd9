import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CommanderError } from "@commander-js/extra-typings";
import { afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { ApiProblemError, CliError } from "../../../infra/cli/cli-errors.ts";
import { createProgram } from "../../../infra/cli/create-program.ts";
import { folderOfFile } from "../../support/temporary-folder.ts";
import { apiFixture, eventAt } from "../api/api-fixture.ts";
import { aSession } from "./a-session.ts";

const shape = z.looseObject({
  $ref: z.string().optional(),
  properties: z.record(z.string(), z.looseObject({})).optional(),
});
const openApi = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        operationId: z.string().optional(),
        parameters: z.array(z.looseObject({ name: z.string().optional(), in: z.string().optional() })).default([]),
        requestBody: z.object({ content: z.record(z.string(), z.object({ schema: shape })) }).optional(),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), shape) }),
});
type Document = z.infer<typeof openApi>;

/** What the API offers that a command has no option for, and why. */
const notOffered = new Map([
  ["openPortalSession", "a browser opens the portal"],
  ["updateSubscription body.kind", "it never changes"],
  ["updateSubscription body.ordered", "it never changes"],
]);

/** An operation with the names of what a caller can set: `query.limit`, `body.quotas.keys`. */
type Operation = { readonly id: string; readonly method: string; readonly path: RegExp; readonly names: string[] };

function operationsOf({ paths, components }: Document): Operation[] {
  const membersOf = (schema: z.infer<typeof shape>, prefix: string): string[] => {
    const found = schema.$ref === undefined ? schema : components.schemas[schema.$ref.split("/").at(-1) ?? ""];
    return Object.entries(found?.properties ?? {}).flatMap(([name, inner]) => {
      const own = shape.parse(inner);
      const members = own.properties === undefined && own.$ref === undefined ? [] : membersOf(own, `${prefix}.${name}`);
      return members.length === 0 ? [`${prefix}.${name}`] : members;
    });
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId: id, parameters, requestBody }]) => {
      if (id === undefined || !path.startsWith("/v1/")) return [];
      const query = parameters.filter((one) => one.in === "query" && one.name !== "cursor");
      const bodies = Object.values(requestBody?.content ?? {}).slice(0, 1);
      const names = [
        ...query.map(({ name }) => `query.${name}`),
        ...bodies.flatMap(({ schema }) => membersOf(schema, "body")),
      ];
      return [{ id, method, path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "([^/]+)")}$`), names }];
    }),
  );
}

const api = apiFixture({ awsPrincipal: "arn:aws:iam::111122223333:root" });
const folder = folderOfFile();
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
let operations: Operation[] = [];
const used = new Map<string, Set<string>>();

/** Notes the operation that a request asks for, and everything that it sets. */
async function note(request: Request): Promise<void> {
  const { pathname, searchParams } = new URL(request.url);
  const method = request.method.toLowerCase();
  const found = operations.find((one) => one.method === method && one.path.test(pathname));
  if (found === undefined) throw new Error(`${request.method} ${pathname} is no operation`);
  const names = used.get(found.id) ?? new Set<string>();
  used.set(found.id, names);
  for (const name of searchParams.keys()) names.add(`query.${name}`);
  const text = await request.clone().text();
  if (text !== "") noteMembers(JSON.parse(text), "body", names);
}

function noteMembers(value: unknown, prefix: string, names: Set<string>): void {
  names.add(prefix);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return;
  for (const [name, inner] of Object.entries(value)) noteMembers(inner, `${prefix}.${name}`, names);
}

/** Runs a command against the API; resolves with its result. The API may refuse, but not the request's form. */
async function run(...argv: readonly string[]) {
  let last: unknown;
  const answer = async (request: Request) => {
    await note(request);
    return api.app.request(request);
  };
  const result = (value: unknown) => {
    last = value;
  };
  const session = aSession({ answer, result }, { environment: { FEEDHOOK_CLIENT_SECRET: "a-secret" } });
  const { program } = createProgram(session);
  try {
    await program.parseAsync(["node", "feedhook", ...argv]);
  } catch (error) {
    const isRefused = error instanceof ApiProblemError && error.problem !== "invalid-request";
    if (!isRefused) throw new Error(`feedhook ${argv.join(" ")}: ${explained(error)}`, { cause: error });
  }
  return last as { id: string; key: string };
}

const explained = (error: unknown) =>
  error instanceof CliError || error instanceof CommanderError ? error.message : String(error);

beforeAll(async () => {
  operations = operationsOf(openApi.parse((await api.call("GET", "/v1/openapi.json")).body));
});
afterEach(() => {
  process.exitCode = undefined;
});

test("every operation of the API, and everything that it takes, is offered by a command", async () => {
  const event = eventAt(api.clock.now() - 60_000);
  const evt = event.envelope.id;
  const [secret, newSecret] = [7, 8].map((byte) =>
    file(`secret-${byte}`, `whsec_${Buffer.alloc(32, byte).toString("base64")}\n`),
  ) as [string, string];
  const headers = file("headers", "x-api-key: very secret\n");
  const sample = file("sample.json", event.body);
  const subject = ["--subject", "person/7"];
  const range = ["--since", "2026-11-20T00:00:00Z", "--until", "2027-01-01T00:00:00Z"];
  const filter = ["--filter", '{"type":["person.updated"]}'];
  const options = [
    ...["--format", "cloudevents", "--payload", "thin", "--timeout-seconds", "20", "--max-concurrency", "3"],
    ...["--rate-per-second", "0.5", "--description", "x", "--baseline", "--instances", "acme", ...filter],
  ];

  const row = "0".repeat(32);

  // Instances and feeds
  await run("instances", "connect", "acme", "--client-id", "id", "--requests-per-second", "2.5", "--rooms", "k2Jm");
  await api.events.put([event]);
  await run("instances", "list", "--limit", "5");
  await run("instances", "show", "acme");
  await run("instances", "test", "acme", "--client-id", "id");
  for (const action of ["pause", "resume", "rebaseline"]) await run("instances", action, "acme");
  await run("instances", "rewind", "acme", "--to", "2026-11-20T00:00:00Z");
  await run("feeds", "list", "--instance", "acme", "--class", "scrubs", "--limit", "5");
  await run("feeds", "slowest", "--instance", "acme");
  for (const action of ["show", "pause", "resume", "rebaseline"]) await run("feeds", action, "acme#person-walk");
  await run("feeds", "rewind", "acme#person-walk", "--to", "2026-11-20T00:00:00Z");
  await run("quarantine", "list", "--instance", "acme", "--limit", "5");
  await run("quarantine", "show", "acme#person-walk", row);
  await run("quarantine", "retry", "acme#person-walk", row);
  await run("quarantine", "delete", "acme#person-walk", row, "--yes");
  await run("removals", "list", "--instance", "acme");
  await run("removals", "approve", "acme", "person", "--yes");
  await run("removals", "dismiss", "acme", "person");
  await run("status");
  await run("redrive", "--queue", "deliver");
  await run("redrive", "--changes");
  await run("erase", "person/7", "--instance", "acme", "--yes");

  // Partners and keys
  const quotas = ["--max-subscriptions", "5", "--max-keys", "5", "--replay-per-second", "5"];
  const limits = [...quotas, "--deliveries-per-second", "0.5", "--portal-origins", "https://app.acme.example"];
  const partner = (await run("partners", "create", "Acme", "--instances", "acme", ...limits)).id;
  const whose = ["--partner", partner];
  await run("partners", "list", "--limit", "5");
  await run("partners", "show", partner);
  await run("partners", "update", partner, "--name", "Acme CRM", "--instances", "acme", ...limits);
  await run("partners", "update", partner, "--no-deliveries-per-second");
  for (const action of ["suspend", "resume"]) await run("partners", action, partner);
  await run("keys", "whoami");
  const ada = ["--person-name", "Ada Lovelace", "--person-email", "ada@acme.example"];
  for (const [owner, person] of [[whose, []] as const, [[], ada] as const]) {
    const keyOptions = ["--scopes", "read", "--expires-at", "2027-11-21T00:00:00Z", ...person];
    const key = (await run("keys", "create", "ci", ...keyOptions, ...owner)).id;
    await run("keys", "list", ...owner);
    await run("keys", "revoke", key, ...owner);
  }
  const link = (await run("links", "create", "--access", "read", "--expires-in", "60", ...whose)).id;
  await run("links", "list", ...whose);
  await run("links", "revoke", link, ...whose);
  await run("audit", "--limit", "5");
  const pager = ["--pagerduty", "R0UTINGKEY0123456789ABCDEF012345"];
  const pagerUrl = ["--pagerduty-url", "https://events.eu.pagerduty.com/v2/enqueue"];
  await run("alerts", "confirm", "12345678", ...whose);
  await run("alerts", "set", "--email", "a@acme.example", "--slack", "https://hooks.slack.com/services/T0", ...whose);
  await run("alerts", "set", "--teams", "https://prod.logic.azure.com/workflows/1", ...pager, ...pagerUrl, ...whose);
  await run("alerts", "set", "--failing-after", "0", "--kinds", "endpoint_paused", ...whose);
  await run("alerts", "show", ...whose);
  await run("alerts", "test", ...whose);
  await run("partners", "delete", partner, "--confirm", partner);

  // Subscriptions and deliveries
  const hook = ["--url", "https://hooks.example.com/in", "--events", "person.*,company.*"];
  const push = ["--headers", headers, "--secret-file", secret, "--ordered", "--disabled"];
  const { id } = await run("subscriptions", "create", ...hook, ...push, ...options);
  const pull = (await run("subscriptions", "create", "--pull", "--events", "*")).id;
  const [target, role] = [
    ["--sqs", "https://sqs.eu-north-1.amazonaws.com/123456789012/orders", "--events", "*"],
    ["--role", "arn:aws:iam::123456789012:role/feedhook-destination-orders"],
  ];
  const queue = (await run("subscriptions", "create", ...target, ...role)).id;
  await run("subscriptions", "role", queue);
  const moved = ["--target", "https://sqs.eu-north-1.amazonaws.com/123456789012/other"];
  await run("subscriptions", "update", queue, ...moved, ...role);
  const bus = "arn:aws:events:eu-north-1:123456789012:event-bus/orders";
  await run("subscriptions", "create", "--eventbridge", bus, ...role, "--events", "*");
  const s3 = "https://acme-events.s3.eu-north-1.amazonaws.com/";
  await run("subscriptions", "create", "--s3", s3, ...role, "--events", "*");
  const ed25519 = (await run("subscriptions", "create", ...hook, "--signing", "ed25519")).id;
  await run("subscriptions", "rotate", ed25519, "--signing", "hmac");
  await run("subscriptions", "list", "--limit", "5");
  await run("subscriptions", "show", id);
  await run("subscriptions", "update", id, ...hook, ...options, "--headers", headers, "--remove-headers", "x-old");
  await run("subscriptions", "update", id, "--status", "active");
  await run("subscriptions", "resume", id);
  await run("subscriptions", "statistics", id, "--range", "7d");
  const hours = ["--from", "2026-11-20T00:00:00Z", "--to", "2026-11-21T12:00:00Z"];
  await run("subscriptions", "completeness", id, ...hours);
  await run("subscriptions", "completeness", id, ...hours, "--unwanted-of", "acme");
  await run("reconcile", id, "--ids", file("ids", `${evt}\n`), ...hours);
  await run("subscriptions", "acknowledge", id, "--note", "known");
  await run("subscriptions", "withdraw-acknowledgement", id);
  await run("subscriptions", "ping", id);
  await run("trigger", "person.updated", "--set", "data.firstName=Ada", "--subscription", id);
  await run("subscriptions", "rotate", id, "--overlap-seconds", "0", "--secret-file", newSecret);
  const narrowed = ["--state", "held", "--type", "person.*", ...subject, ...range, "--limit", "5"];
  await run("deliveries", id, ...narrowed, "--status", "5xx", "--error", "timeout", "--day", "2026-11-21");
  await run("deliveries", id, "--event", evt);
  await run("resend", id, evt);
  const criteria = ["--event-ids", evt, "--events", "person.*", "--instances", "acme", "--undelivered"];
  const replay = ["replay", id, ...criteria, ...subject, ...range, ...filter, "--per-second", "1"];
  await run(...replay, "--dry-run");
  const started = (await run("replay", id, ...range)).id;
  await run("replays", "list", id, "--limit", "5");
  for (const action of ["show", "pause", "resume", "cancel"]) await run("replays", action, id, started);
  await run("pull", pull, "--limit", "5", "--wait", "1", "--lease-seconds", "30", "--ack");
  await run("ack", pull, `${evt}.0`);
  await run("subscriptions", "delete", id, "--yes");

  // Events
  const listed = ["--instance", "acme", "--events", "person.*", ...subject, ...range];
  await run("events", ...listed, "--order", "oldest", "--limit", "5");
  await run("events", "--event", evt);
  await run("event-types", "list");
  await run("event-types", "show", "person.updated");
  await run("filters", "test", ...filter, "--events", "person.*", "--instance", "acme", "--limit", "5");
  await run("filters", "test", "--instance", "acme", "--event", evt);
  await run("filters", "test", "--sample", sample);
  await run("explain", "person/7", "--instance", "acme", "--subscription", pull);
  await run("explain", evt);
  await run("completeness", "--instance", "acme", "--kinds", "person", "--from", "6h", "--to", "1h");

  const missing = operations.flatMap(({ id: operation, names }) => {
    if (notOffered.has(operation)) return [];
    const set = used.get(operation);
    if (set === undefined) return [operation];
    return names.map((name) => `${operation} ${name}`).filter((name) => !set.has(name.split(" ")[1] ?? ""));
  });
  expect(missing.filter((name) => !notOffered.has(name))).toEqual([]);
  // Nothing is excused that is offered.
  const excused = [...notOffered.keys()].filter((name) => {
    const [operation = "", member] = name.split(" ");
    return member === undefined ? used.has(operation) : used.get(operation)?.has(member) === true;
  });
  expect(excused).toEqual([]);
});
