import * as fc from "fast-check";
import { anyCharacter } from "../support/any-character.ts";
import { apiFixture } from "../unit/api/api-fixture.ts";
import { jsonText, objectText } from "./hostile-json.ts";
import { holds, type Target } from "./target.ts";

const paths = [
  ...(["POST /v1/subscriptions", "POST /v1/partners", "PUT /v1/instances/acme", "POST /v1/erasures"] as const),
  ...(["POST /v1/operator-keys", "POST /v1/instances/acme/rewind", "PATCH /v1/partners/{partner}"] as const),
  ...(["PATCH /v1/subscriptions/{id}", "POST /v1/subscriptions/{id}/secret"] as const),
  ...(["POST /v1/subscriptions/{id}/replays", "POST /v1/subscriptions/{pull}/ack"] as const),
] as const;
const knownField = fc.constantFrom(
  ...["url", "eventTypes", "filter", "instances", "baseline", "headers", "secret", "kind", "name", "quotas", "status"],
  ...["credentials", "requestsPerSecond", "rooms", "subject", "ackIds", "overlapSeconds", "events", "dryRun", "since"],
);
const apiBody = fc.oneof(
  jsonText,
  fc.array(fc.tuple(knownField, jsonText), { maxLength: 4 }).map(objectText),
  fc.string({ maxLength: 30 }),
);
const lists = [
  ...[
    "/v1/subscriptions",
    "/v1/partners",
    "/v1/operator-keys",
    "/v1/instances",
    "/v1/audit",
    "/v1/events?instance=acme",
  ],
  ...["/v1/feeds?instance=acme", "/v1/quarantine?instance=acme", "/v1/subscriptions/{id}/deliveries"],
];

type Fixture = ReturnType<typeof apiFixture> & { readonly ids: { readonly [name: string]: string } };

/** One API for many cases, because one case's leftovers must not affect the next response. */
async function preparedApi(): Promise<Fixture> {
  const fixture = apiFixture();
  await fixture.registerInstance();
  const settings = { eventTypes: ["*"] };
  const push = await fixture.call("POST", "/v1/subscriptions", { ...settings, url: "https://hook.example/x" });
  const pull = await fixture.call("POST", "/v1/subscriptions", { ...settings, kind: "pull" });
  const partner = await fixture.call("POST", "/v1/partners", { name: "one" });
  return { ...fixture, ids: { id: push.body.id, pull: pull.body.id, partner: partner.body.id } };
}

const filled = (path: string, ids: Fixture["ids"]): string =>
  path.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? "");

/** Occasionally a fresh one, because a case may delete or fill what others need. */
function sharedApi(): () => Promise<Fixture> {
  let fixture: Promise<Fixture> | undefined;
  let cases = 0;
  return () => {
    cases += 1;
    if (fixture === undefined || cases % 200 === 0) fixture = preparedApi();
    return fixture;
  };
}

/** User settings as they are. */
const stateOf = ({ tables }: Fixture): string => JSON.stringify([tables.subscriptions.items, tables.feeds.items]);

const requests: Target = {
  name: "bodies of the management API: no fault of ours; what is refused changes nothing, what is taken can be read",
  cost: 80,
  property: () => {
    const api = sharedApi();
    return fc.asyncProperty(fc.constantFrom(...paths), apiBody, async (route, body) => {
      const fixture = await api();
      const [method = "", path = ""] = filled(route, fixture.ids).split(" ");
      const before = stateOf(fixture);
      const { status } = await fixture.call(method, path, body);
      holds(status < 500, `${route} answers ${status}`);
      if (status >= 400) holds(stateOf(fixture) === before, `${route} answers ${status} and changes something`);
      if (stateOf(fixture) === before) return;
      for (const list of lists) {
        const read = await fixture.call("GET", filled(list, fixture.ids));
        holds(read.status === 200, `after ${route}, ${list} answers ${read.status}`);
      }
    });
  },
};

const cursors: Target = {
  name: "cursors and queries of lists: what isn't one is refused",
  cost: 20,
  property: () => {
    const api = sharedApi();
    const cursor = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 80 }),
      fc.string({ maxLength: 60 }).map((position) => Buffer.from(`2:abcdefghij:${position}`).toString("base64url")),
    );
    return fc.asyncProperty(fc.constantFrom(...lists), cursor, async (list, text) => {
      const { call, ids } = await api();
      const path = filled(list, ids);
      const { status } = await call(
        "GET",
        `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(text.toWellFormed())}`,
      );
      holds(status === 400, `${list} answers ${status}`);
    });
  },
};

export const apiTargets: readonly Target[] = [requests, cursors];
