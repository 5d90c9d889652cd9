import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { problems } from "../../../shared/api/http/problem.ts";
import { eventTypes } from "../../../shared/kernel/catalogue.ts";
import { apiFixture } from "./api-fixture.ts";

const { app } = apiFixture();
const document = JSON.parse(await (await app.request("/v1/openapi.json")).text());
const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
type Content = {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
};
type Part = { readonly name: string; readonly in: string; readonly $ref?: string };
type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly security: unknown;
  readonly parameters?: readonly Part[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Record<
    string,
    { readonly content?: Readonly<Record<string, Content>>; readonly headers?: object }
  >;
};
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
);

// The components stand in one schema that the others refer to: compiled anew for each, they take seconds.
ajv.addSchema({ $id: "document", components: document.components });
const validatorOf = (schema: object) =>
  ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"document#')));

describe("the OpenAPI document", () => {
  it("is version 3.1 and describes every call", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(operations.map(([name]) => name).sort()).toEqual([
      "delete /v1/feeds/{id}/quarantine/{row}",
      "delete /v1/operator-keys/{key}",
      "delete /v1/partners/{partner}",
      "delete /v1/partners/{partner}/keys/{key}",
      "delete /v1/partners/{partner}/portal-links/{link}",
      "delete /v1/subscriptions/{id}",
      "get /v1/audit",
      "get /v1/event-types",
      "get /v1/event-types/{type}",
      "get /v1/events",
      "get /v1/events/{id}",
      "get /v1/explain",
      "get /v1/feeds",
      "get /v1/feeds/{id}",
      "get /v1/feeds/{id}/quarantine/{row}",
      "get /v1/instances",
      "get /v1/instances/{name}",
      "get /v1/instances/{name}/slowest-owners",
      "get /v1/me",
      "get /v1/operator-keys",
      "get /v1/partners",
      "get /v1/partners/{partner}",
      "get /v1/partners/{partner}/alerts",
      "get /v1/partners/{partner}/keys",
      "get /v1/partners/{partner}/portal-links",
      "get /v1/quarantine",
      "get /v1/removals",
      "get /v1/status",
      "get /v1/subscriptions",
      "get /v1/subscriptions/{id}",
      "get /v1/subscriptions/{id}/deliveries",
      "get /v1/subscriptions/{id}/deliveries/{event}",
      "get /v1/subscriptions/{id}/poll",
      "get /v1/subscriptions/{id}/replays",
      "get /v1/subscriptions/{id}/replays/{replay}",
      "get /v1/subscriptions/{id}/statistics",
      "patch /v1/partners/{partner}",
      "patch /v1/partners/{partner}/alerts",
      "patch /v1/subscriptions/{id}",
      "post /v1/changes-set-aside/redrive",
      "post /v1/erasures",
      "post /v1/feeds/{id}/pause",
      "post /v1/feeds/{id}/quarantine/{row}/retry",
      "post /v1/feeds/{id}/rebaseline",
      "post /v1/feeds/{id}/resume",
      "post /v1/feeds/{id}/rewind",
      "post /v1/filters/test",
      "post /v1/instances/{name}/pause",
      "post /v1/instances/{name}/rebaseline",
      "post /v1/instances/{name}/removals/{source}/approve",
      "post /v1/instances/{name}/removals/{source}/dismiss",
      "post /v1/instances/{name}/resume",
      "post /v1/instances/{name}/rewind",
      "post /v1/instances/{name}/test-credentials",
      "post /v1/operator-keys",
      "post /v1/partners",
      "post /v1/partners/{partner}/alerts/confirm",
      "post /v1/partners/{partner}/alerts/test",
      "post /v1/partners/{partner}/keys",
      "post /v1/partners/{partner}/portal-links",
      "post /v1/partners/{partner}/resume",
      "post /v1/partners/{partner}/suspend",
      "post /v1/portal-session",
      "post /v1/queues/{queue}/redrive",
      "post /v1/subscriptions",
      "post /v1/subscriptions/{id}/ack",
      "post /v1/subscriptions/{id}/deliveries/{event}/retry",
      "post /v1/subscriptions/{id}/examples",
      "post /v1/subscriptions/{id}/ping",
      "post /v1/subscriptions/{id}/replays",
      "post /v1/subscriptions/{id}/replays/{replay}/cancel",
      "post /v1/subscriptions/{id}/replays/{replay}/pause",
      "post /v1/subscriptions/{id}/replays/{replay}/resume",
      "post /v1/subscriptions/{id}/secret",
      "put /v1/instances/{name}",
    ]);
  });

  it.each(operations)("%s: named, secured, with its path's parameters and its problems", (name, operation) => {
    expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/);
    expect(operation.summary).not.toBe("");
    expect(operation.security).toEqual([{ apiKey: [] }]);
    const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === "path");
    expect(declared.map((parameter) => parameter.name)).toEqual(inPath);
    expect(Object.keys(operation.responses).some((status) => status.startsWith("2"))).toBe(true);
    for (const [status, response] of Object.entries(operation.responses)) {
      if (Number(status) >= 400) expect(Object.keys(response.content ?? {})).toEqual(["application/problem+json"]);
    }
    expect(Object.keys(operation.responses)).toContain("401");
  });

  it("describes an operation by its summary if it has no description", async () => {
    const fresh = JSON.parse(await (await apiFixture().app.request("/v1/openapi.json")).text());
    expect(fresh.paths["/v1/partners"].get).toMatchObject({
      summary: "List partners, oldest first",
      description: "Returns partners, oldest first.",
    });
  });

  it("has unique operation ids", () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("resolves every reference", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(references.length).toBeGreaterThan(10);
    for (const name of references) expect(document.components.schemas).toHaveProperty(name!);
  });

  it("declares the key and the webhook that subscribers get", () => {
    expect(document.components.securitySchemes.apiKey).toMatchObject({ type: "http", scheme: "bearer" });
    const { description } = document.webhooks.event.post;
    for (const type of eventTypes) expect(description).toContain(type);
  });

  it("describes a webhook for each event type, with its data and a webhook's headers", () => {
    const { event, ...webhooks } = document.webhooks;
    expect(Object.keys(webhooks)).toEqual(eventTypes);
    expect(event.post.requestBody.content["application/json"].schema.$ref).toBe("#/components/schemas/WebhookEvent");
    const { oneOf, discriminator } = document.components.schemas.WebhookEvent;
    expect([oneOf.length, Object.keys(discriminator.mapping)]).toEqual([eventTypes.length, eventTypes]);
    for (const type of eventTypes) {
      const { parameters, requestBody } = webhooks[type].post;
      expect(parameters.map(({ $ref }: { $ref: string }) => $ref.split("/").at(-1))).toContain("WebhookSignature");
      const { schema, example } = requestBody.content["application/json"];
      expect([type, validatorOf(schema)(example)]).toEqual([type, true]);
    }
  });

  it("has a complete, valid example for each request and response", () => {
    const bodies = operations.flatMap(([name, { requestBody, responses }]) =>
      [requestBody, ...Object.values(responses)].flatMap((one) =>
        Object.values(one?.content ?? {}).map((content): [string, Content] => [name, content]),
      ),
    );
    expect(bodies.length).toBeGreaterThan(400);
    for (const [name, { schema, example, examples }] of bodies) {
      const values = examples === undefined ? [example] : Object.values(examples).map(({ value }) => value);
      expect([name, values.length > 0]).toEqual([name, true]);
      const validate = validatorOf(schema);
      for (const value of values) expect([name, validate(value), validate.errors]).toEqual([name, true, null]);
    }
  });

  it.each(operations)("%s: documents the shared rules", (name, { parameters = [], responses }) => {
    const refs = parameters.map(({ $ref }) => $ref?.split("/").at(-1));
    const method = name.split(" ")[0];
    expect(refs).toContain("FeedhookPartner");
    expect(refs.includes("IdempotencyKey")).toBe(method === "post");
    expect(refs.includes("IfNoneMatch")).toBe(method === "get");
    expect(Object.keys(responses).includes("304")).toBe(method === "get");
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(["400", "401", "403", "429", "500", "503"]));
    for (const status of ["429", "503"]) expect(responses[status]?.headers).toHaveProperty("Retry-After");
    for (const [status, { headers }] of Object.entries(responses)) {
      expect([status, "RateLimit" in (headers ?? {})]).toEqual([status, status !== "401"]);
    }
    if (method === "post") expect(responses["422"]?.content).toHaveProperty("application/problem+json");
  });

  it("names every problem, and marks the enumerations that may grow", () => {
    const text = JSON.stringify(document.paths);
    const never = ["method-not-allowed"];
    for (const one of Object.keys(problems).filter((each) => !never.includes(each))) {
      expect(text).toContain(`urn:feedhook:problem:${one}`);
    }
    const { Event, SubscriptionInput } = document.components.schemas;
    expect(Event.properties.detectedBy["x-open-enum"]).toBe(true);
    expect(SubscriptionInput.properties.format).not.toHaveProperty("x-open-enum");
  });

  it("has examples for request bodies, and shows secrets only on creation", () => {
    const { SubscriptionInput, Subscription, CreatedSubscription, RotatedSubscription } = document.components.schemas;
    expect(SubscriptionInput.additionalProperties).toBe(false);
    expect(SubscriptionInput.required).toEqual(["eventTypes"]);
    expect(SubscriptionInput.properties.url.example).toMatch(/^https:/);
    expect(Subscription.properties).not.toHaveProperty("secret");
    expect(JSON.stringify(CreatedSubscription)).toContain("secret");
    expect(JSON.stringify(RotatedSubscription)).toContain("secret");
  });
});
