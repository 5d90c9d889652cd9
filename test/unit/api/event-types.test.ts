import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { asyncApiDocument } from "../../../shared/api/event-types/async-api-document.ts";
import { eventSchema } from "../../../shared/api/event-types/event-schema.ts";
import { exampleEvent } from "../../../shared/api/event-types/example-event.ts";
import { payloadOf } from "../../../shared/delivery/attempt/payload.ts";
import { catalogue, eventTypes } from "../../../shared/kernel/catalogue.ts";
import { envelope } from "../../../shared/kernel/envelope.ts";
import { apiFixture, eventAt } from "./api-fixture.ts";

const api = apiFixture();
const ajv = new Ajv2020({ strict: true, strictTypes: false, code: { optimize: false } });
formats.default(ajv);

describe("event types", () => {
  it("are listed as in the catalogue, and those about the bridge itself are marked", async () => {
    const { items } = (await api.call("GET", "/v1/event-types")).body;
    expect(items.map(({ type }: { type: string }) => type)).toEqual(eventTypes);
    expect(items).toContainEqual({
      type: "person.created",
      subject: "person",
      operational: false,
      description: catalogue.person.created,
      since: "0.1.0",
      schemaPath: "/schemas/events/person.created.json",
    });
    expect(items).toContainEqual(
      expect.objectContaining({ type: "bridge.ping", subject: "bridge", operational: true }),
    );
  });

  it.each(eventTypes)("%s: read, with an example that its schema and the envelope accept", async (type) => {
    const { status, body } = await api.call("GET", `/v1/event-types/${type}`);
    expect([status, body.type]).toEqual([200, type]);
    const validate = ajv.compile(body.jsonSchema);
    expect([validate(body.exampleEvent), validate.errors]).toEqual([true, null]);
    expect(envelope.parse(body.exampleEvent)).toEqual(body.exampleEvent);
    expect(body.exampleEvent).not.toHaveProperty("example");
    // A schema that let everything pass would say nothing.
    expect(validate({ ...body.exampleEvent, type: "person.exploded" })).toBe(false);
    expect(validate({ ...body.exampleEvent, subject: { ...body.exampleEvent.subject, seq: "1" } })).toBe(false);
    const { changes = [], data } = body.exampleEvent;
    for (const { field, to } of changes) if (to !== undefined && field in data) expect(data[field]).toEqual(to);
  });

  it("accept a real event with unknown fields", () => {
    const validate = new Ajv2020({ strictTypes: false }).compile(eventSchema("person.updated"));
    const event = eventAt(Date.UTC(2026, 10, 21)).envelope;
    expect(validate({ ...event, data: { ...event.data, shoeSize: 43 }, later: true })).toBe(true);
  });

  it("that aren't in the catalogue don't exist", async () => {
    for (const type of ["person.exploded", "person", "constructor", "*"]) {
      expect((await api.call("GET", `/v1/event-types/${encodeURIComponent(type)}`)).status).toBe(404);
    }
  });
});

describe("schemas", () => {
  const get = (path: string) => api.app.request(path);

  it("have the catalogue's paths, and need no key", async () => {
    const { schemaPath: schema, jsonSchema } = (await api.call("GET", "/v1/event-types/document.moved")).body;
    const answer = await get(schema);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/schema+json"]);
    expect(await answer.json()).toEqual(jsonSchema);
  });

  it.each(eventTypes)("the one that a CloudEvent of %s names accepts its data", async (type) => {
    const { exampleEvent: example } = (await api.call("GET", `/v1/event-types/${type}`)).body;
    const stored = { envelope: example, body: JSON.stringify(example) };
    for (const payload of ["full", "thin"] as const) {
      const { dataschema, data } = JSON.parse(payloadOf(stored, { format: "cloudevents", payload }).body.toString());
      const schema = (await (await get(`/schemas/cloudevents/${type}.json`)).json()) as { $id: string };
      expect(schema.$id).toBe(dataschema);
      const validate = ajv.getSchema(dataschema) ?? ajv.compile(schema);
      expect([validate(data), validate.errors]).toEqual([true, null]);
      expect(validate({ ...data, subject: { ...data.subject, seq: "1" } })).toBe(false);
    }
  });

  it.each([
    "/schemas/events/person.exploded.json",
    "/schemas/events/person.created",
    "/schemas/events/x",
    "/schemas/cloudevents/x.json",
  ])("%s is 404", async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

it("the AsyncAPI document is public, and names every event type with its own schema and example", async () => {
  const answer = await api.app.request("/asyncapi.json");
  const document = JSON.parse(await answer.text());
  expect(document).toEqual(JSON.parse(JSON.stringify(asyncApiDocument())));
  expect(document.asyncapi).toBe("3.0.0");
  expect(Object.keys(document.components.messages)).toEqual(eventTypes);
  expect(document.operations.publishEvent.messages).toHaveLength(eventTypes.length);
  for (const type of eventTypes) {
    const { payload, examples } = document.components.messages[type];
    expect([type, ajv.validate(payload, examples[0].payload)]).toEqual([type, true]);
    expect(examples[0].payload.detail).toEqual(exampleEvent(type));
  }
});
