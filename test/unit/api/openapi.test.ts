import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { problems } from "../../../shared/api/http/problem.ts";
import { eventTypes } from "../../../shared/kernel/catalogue.ts";
import { apiFixture } from "./api-fixture.ts";

const { app } = apiFixture();
const document = JSON.parse(await (await app.request("/v1/openapi.json")).text());
const ajv = new Ajv2020({ strict: false, code: { optimize: false } });
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
const validators = new Map<string, ValidateFunction>();

/** Most operations have the same problems, so most schemas are there many times. */
function validatorOf(schema: object): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"document#');
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
  validators.set(text, validate);
  return validate;
}

describe("the OpenAPI document", () => {
  it.each(operations)("%s: named, secured, with its path's parameters and its problems", (name, operation) => {
    expect(document.openapi).toBe("3.1.0");
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

  it("has unique operation ids", () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
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
});
