import type { Owned } from "./isolation-world.ts";

type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean };
export type Operation = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly access: { readonly who: "partner" | "operator"; readonly scope: string };
  readonly inPath: readonly string[];
  readonly inQuery: readonly string[];
  readonly hasBody: boolean;
};

type DocumentedOperation = {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean };
  readonly "x-feedhook-access": Operation["access"];
};

/** Parameters of a query that name nothing of anybody. Any other must be known to {@link inQueryOf}. */
const namesNothing = new Set(
  "limit cursor state type status error since until day order wait leaseSeconds class confirm range".split(" "),
);

/** Parameters of a path that name something that is everybody's. */
const everybodys: Readonly<Record<string, string>> = { "{type}": "person.updated", "{queue}": "deliver" };

/** Every operation of an OpenAPI document; one with optional parameters that name something is there without and with them. */
export function operationsOf(document: { paths: Record<string, Record<string, DocumentedOperation>> }): Operation[] {
  return Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const { operationId, parameters = [], requestBody } = operation;
      const path = template.replaceAll(/\{\w+\}/g, (parameter) => everybodys[parameter] ?? parameter);
      const naming = parameters.filter((one) => one.in === "query" && !namesNothing.has(one.name));
      const required = naming.filter((one) => one.required === true);
      const bare = {
        ...{ name: `${method} ${path}`, method: method.toUpperCase(), path, operationId },
        access: operation["x-feedhook-access"],
        inPath: [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = ""]) => parameter),
        inQuery: required.map(({ name }) => name),
        hasBody: requestBody !== undefined,
      };
      if (naming.length === required.length) return [bare];
      const inQuery = naming.map(({ name }) => name);
      return [bare, { ...bare, inQuery, name: `${bare.name}?${inQuery.join("&")}` }];
    }),
  );
}

/** Of whom each thing is that a call names. */
export type Pick = (name: string) => Owned;

const bodies: { readonly [operationId: string]: (pick: Pick) => unknown } = {
  createSubscription: (pick) => ({
    ...{ url: "https://hooks.new.example/in", eventTypes: ["*"], instances: [pick("instance").instance] },
  }),
  updateSubscription: (pick) => ({ description: "changed", instances: [pick("instance").instance] }),
  rotateSecret: () => ({ overlapSeconds: 60 }),
  acknowledgeFailure: () => ({ note: "known" }),
  replayEvents: (pick) => ({
    ...{ dryRun: false, events: [pick("event").parameters["event"]], instances: [pick("instance").instance] },
  }),
  acknowledgeEvents: (pick) => ({ ackIds: [`${pick("event").parameters["event"]}.0`] }),
  updateAlerts: () => ({ slackUrl: "https://chat.new.example/in" }),
  confirmAlertEmail: (pick) => ({ code: pick("code").parameters["code"] }),
  sendExample: () => ({ type: "person.updated" }),
  testFilter: (pick) => ({
    ...{ filter: { type: ["person.updated"] }, instance: pick("instance").instance },
    event: pick("event").parameters["event"],
  }),
  createPortalLink: () => ({ access: "manage" }),
  createKey: () => ({ name: "another", scopes: ["read"] }),
};

/** A body is asked for of routes that partners have; an operator's route says that it isn't there before it looks at one. */
export function bodyOf({ access, operationId, hasBody }: Operation, pick: Pick): unknown {
  if (!hasBody) return undefined;
  const body = bodies[operationId];
  if (body !== undefined) return body(pick);
  if (access.who === "operator") return {};
  throw new Error(`no body is known for ${operationId}: write one, so that its isolation is tested`);
}

export function targetOf({ path, inPath, inQuery }: Operation, pick: Pick): string {
  const target = inPath.reduce(
    (text, name) => text.replace(`{${name}}`, encodeURIComponent(inPathOf(path, name, pick))),
    path,
  );
  const query = inQuery.map((name) => `${name}=${encodeURIComponent(inQueryOf(name, pick))}`);
  return query.length === 0 ? target : `${target}?${query.join("&")}`;
}

function inPathOf(path: string, name: string, pick: Pick): string {
  const owned = pick(name);
  if (name === "id" && path.startsWith("/v1/events/")) return owned.parameters["event"] ?? "";
  if (name === "id" && /\/(poll|ack)$/.test(path)) return owned.pull;
  if (name === "id" && path.startsWith("/v1/feeds/")) return `${owned.instance}#person-fast`;
  const value = owned.parameters[name];
  if (value === undefined) throw new Error(`no value is known for {${name}} of ${path}: add one to the world`);
  return value;
}

function inQueryOf(name: string, pick: Pick): string {
  if (name === "instance" || name === "unwantedOf") return pick(name).instance;
  if (name === "subscription") return pick("id").parameters["id"] ?? "";
  if (name === "kinds") return "person";
  if (name === "from") return "2026-11-20T12:00:00Z";
  if (name === "to") return "2026-11-21T12:00:00Z";
  if (name === "subject") return `person/${pick("subject").record}`;
  throw new Error(`no value is known for ?${name}=: add one`);
}

/** The things a call names, each of which can be one's own or another's. */
export function namesIn(operation: Operation): readonly string[] {
  const names = new Set<string>();
  const pick: Pick = (name) => {
    names.add(name);
    return { key: "", portalKey: "", parameters: {}, pull: "", instance: "", record: "" };
  };
  const tolerant = { ...operation, inPath: [] };
  for (const name of operation.inPath) names.add(name);
  targetOf(tolerant, pick);
  bodyOf(operation, pick);
  return [...names];
}
