import { beforeAll, describe, expect, it } from "vitest";
import { fixedFeeds } from "../../../shared/schedule/feeds/feeds-of-instance.ts";
import { apiFixture, eventAt, messageTo } from "./api-fixture.ts";

type Parameter = { readonly name: string; readonly in: string };
type Schema = { readonly $ref?: string; readonly properties?: Readonly<Record<string, unknown>> };
type Operation = {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Schema }>> }>>;
};

const document = JSON.parse(await (await apiFixture().app.request("/v1/openapi.json")).text()) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** Answers with `items` that are no lists to page through, and why. */
const bounded: Readonly<Record<string, string>> = {
  getDeliveries: "the runs of one event to one subscription",
  listEventTypes: "the catalogue, which is part of the code",
  listHeldRemovals: "one for each kind of record",
  listSlowestOwners: "the ten that an operator looks at first",
  pollEvents: "a queue, whose head moves on by acknowledging",
};

const lists = Object.entries(document.paths).flatMap(([path, methods]) => {
  const { get } = methods;
  const schema = get?.responses["200"]?.content?.["application/json"]?.schema;
  if (get === undefined || schema === undefined) return [];
  const { properties = {} } = document.components.schemas[schema.$ref?.split("/").at(-1) ?? ""] ?? schema;
  const { operationId, parameters = [] } = get;
  if (!("items" in properties)) return [];
  return [{ path, operationId, fields: Object.keys(properties), parameters: parameters.map(({ name }) => name) }];
});
const paged = lists.filter(({ operationId }) => bounded[operationId] === undefined);

describe("every list in the API", () => {
  let api: ReturnType<typeof apiFixture>;
  let id = "";
  let partner = "";

  /** Three of everything that can be listed. */
  beforeAll(async () => {
    api = apiFixture();
    const { clock, services } = api;
    const post = async (path: string, body: object) => {
      clock.advance(1_000);
      const { status, body: answer } = await api.call("POST", path, body);
      expect([path, status]).toEqual([path, expect.toBeOneOf([201, 202])]);
      return String(answer.id);
    };
    for (const name of ["acme", "globex", "initech"]) await api.registerInstance(name);
    const walk = fixedFeeds("acme").find(({ kind }) => kind === "person-walk")!.feedId;
    for (const number of [1, 2, 3]) {
      partner = await post("/v1/partners", { name: `partner ${number}` });
      await post("/v1/operator-keys", { name: `key ${number}`, scopes: ["read"] });
      id = await post("/v1/subscriptions", { url: `https://hooks.example.com/${number}`, eventTypes: ["*"] });
      await api.quarantine.keep("acme", walk, [{ id: String(number) }], "unreadable");
    }
    for (const number of [1, 2, 3]) {
      await post(`/v1/partners/${partner}/keys`, { name: `key ${number}`, scopes: ["read"] });
      await post(`/v1/partners/${partner}/portal-links`, { expiresInSeconds: 3_600 });
      const event = eventAt(clock.now(), String(number));
      await services.events.put([event]);
      await api.deliveryLog.hold(messageTo(id, event.envelope.id), undefined, "person.updated");
      const events = [event.envelope.id];
      await post(`/v1/subscriptions/${id}/replays`, { dryRun: false, events });
    }
    // Events are listed once nothing older can come any more.
    clock.advance(300_000);
  });

  const targetOf = ({ path, parameters }: (typeof lists)[number]) => {
    const query = parameters.includes("instance") ? "instance=acme&" : "";
    return `${path.replace("{id}", id).replace("{partner}", partner)}?${query}`;
  };

  it("is paged, or named here as bounded", () => {
    expect(paged.length).toBeGreaterThan(9);
    for (const { operationId, fields, parameters } of paged) {
      expect([operationId, fields]).toEqual([operationId, expect.arrayContaining(["items", "more", "nextCursor"])]);
      expect([operationId, parameters]).toEqual([operationId, expect.arrayContaining(["limit", "cursor"])]);
    }
    const operations = new Set(lists.map(({ operationId }) => operationId));
    for (const operationId of Object.keys(bounded)) expect(operations).toContain(operationId);
  });

  it.each(paged)("$operationId: small pages hold what one large page holds, in its order", async (list) => {
    const target = targetOf(list);
    const whole = (await api.call("GET", `${target}limit=200`)).body;
    expect(whole.items.length).toBeGreaterThan(2);
    expect(whole.more).toBe(false);
    for (const limit of [1, 2]) {
      const items: unknown[] = [];
      let cursor = "";
      for (let page = 0; page <= whole.items.length; page += 1) {
        const { status, body } = await api.call("GET", `${target}limit=${limit}${cursor}`);
        expect(status).toBe(200);
        expect(body.items.length).toBeLessThanOrEqual(limit);
        items.push(...body.items);
        if (!body.more) break;
        cursor = `&cursor=${body.nextCursor}`;
      }
      expect(items).toEqual(whole.items);
    }
  });

  it.each(paged)("$operationId: refuses a limit out of bounds and another list's cursor", async (list) => {
    const target = targetOf(list);
    const other = paged.find(({ operationId }) => operationId !== list.operationId)!;
    const foreign = (await api.call("GET", `${targetOf(other)}limit=1`)).body.nextCursor;
    for (const [field, query] of [
      ["limit", "limit=0"],
      ["limit", "limit=201"],
      ["limit", "limit=many"],
      ["cursor", "cursor=abc"],
      ["cursor", `cursor=${foreign}`],
    ]) {
      const { status, body } = await api.call("GET", `${target}${query}`);
      expect([query, status, body.errors?.[0]?.field]).toEqual([query, 400, field]);
    }
  });
});
