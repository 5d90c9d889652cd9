import { beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { incomingDelivery } from "../../../shared/delivery/attempt/attempt-answer.ts";
import { apiFixture } from "./api-fixture.ts";

let api: ReturnType<typeof apiFixture>;
let id: string;
beforeEach(async () => {
  api = apiFixture();
  id = await api.subscribe({ eventTypes: ["company.*"] });
  api.clock.advance(1_000);
});

const send = (body: unknown) => api.call("POST", `/v1/subscriptions/${id}/examples`, body);
const messages = () => api.deliver.take().map((message) => incomingDelivery.parse(message));

describe("POST /v1/subscriptions/{id}/examples", () => {
  it("asks the sender for an example that can't be taken for a real event, and stores none", async () => {
    const answer = await send({
      type: "person.updated",
      data: { jobTitle: "Captain", companyId: null, own: { n: 1 } },
    });
    expect([answer.status, answer.body]).toEqual([202, { event: expect.any(String), outcome: "pending" }]);
    const [message, ...others] = messages();
    expect([message?.subscription, message?.run, others]).toEqual([id, "example", []]);
    const example = JSON.parse(message?.example ?? "");
    expect(example).toMatchObject({
      ...{ id: answer.body.event, type: "person.updated", instance: "~example", example: true },
      ...{ data: { firstName: "Ingrid", jobTitle: "Captain", own: { n: 1 } } },
      changes: [{ field: "jobTitle", from: "Case handler", to: "Captain" }],
    });
    expect(example.data).not.toHaveProperty("companyId");
    expect(api.tables.events.items).toEqual([]);
  });

  it("returns the endpoint's response, and lists it among the deliveries", async () => {
    api.sleeper.sleep = async (ms) => {
      api.clock.advance(ms);
      const [message] = messages();
      if (message === undefined) return;
      const answer = { at: api.clock.now(), ms: 12, timing: {}, result: "delivered" as const, status: 204 };
      await api.deliveryLog.record(message, undefined, { ...answer, type: "company.created" });
    };
    const answer = await send({ type: "company.created" });
    expect([answer.status, answer.body]).toEqual([
      ...[200, expect.objectContaining({ outcome: "delivered", attempt: expect.objectContaining({ status: 204 }) })],
    ]);
    const { items } = (await api.call("GET", `/v1/subscriptions/${id}/deliveries`)).body;
    expect(items).toMatchObject([{ event: answer.body.event, run: "example", instance: "~example" }]);
    const retried = await api.call("POST", `/v1/subscriptions/${id}/deliveries/${answer.body.event}/retry`);
    expect(retried.status).toBe(404);
  });

  it("sends one a second to all of a partner's subscriptions", async () => {
    const other = await api.subscribe({ eventTypes: ["company.*"] });
    const body = { type: "person.created" };
    const both = [send(body), api.call("POST", `/v1/subscriptions/${other}/examples`, body)];
    const [first, second] = await Promise.all(both);
    expect([first?.status, second?.status, second?.headers.get("retry-after")]).toEqual([202, 429, "1"]);
    expect((await send({ type: "person.created" })).status).toBe(202);
  });

  it("is refused if it has no type, no address, or too much data", async () => {
    const pull = await api.subscribe({ kind: "pull" });
    const refusals = [
      await send({ type: "person.exploded" }),
      await send({ type: "person.created", data: { text: "x".repeat(65_536) } }),
      await send({ type: "person.created", data: { text: "€".repeat(22_000) } }),
      await send({ type: "person.created", data: [] }),
      await api.call("POST", `/v1/subscriptions/${pull}/examples`, { type: "person.created" }),
      await api.call("POST", "/v1/subscriptions/sub_00000000000000000000000000/examples", { type: "person.created" }),
    ];
    expect(refusals[1]?.body.errors).toEqual([{ field: "data", message: "must be at most 64 KB" }]);
    const shape = z.object({ errors: z.array(z.object({ field: z.string() })).default([]) });
    const said = refusals.map(({ status, body }) => [status, shape.parse(body).errors[0]?.field]);
    expect(said).toEqual([
      [400, "type"],
      [400, "data"],
      [400, "data"],
      [400, "data"],
      [400, undefined],
      [404, undefined],
    ]);
    expect(messages()).toEqual([]);
  });
});
