import { expect, test } from "vitest";
import { answerOf } from "../../infra/cli/client/answer-of.ts";
import { connect } from "../../infra/cli/client/connect.ts";
import { everyPage } from "../../infra/cli/client/every-page.ts";
import { event, subscription } from "../../infra/cli/mcp/tool-inputs.ts";
import { subscriptionHours } from "../../infra/cli/reconcile/subscription-hours.ts";
import { serveForTest } from "./support/test-scope.ts";

/** A client of a server that answers everything with the same body. */
async function clientOf(body: string) {
  const address = await serveForTest((_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  return connect(address, "fh_key");
}

test("a response of more than 64 MiB is refused", async () => {
  const api = await clientOf(JSON.stringify({ version: "x".repeat(64 * 1024 * 1024) }));
  await expect(answerOf(api.GET("/v1/me"))).rejects.toMatchObject({ code: "api_problem" });
});

const hour = {
  from: "2026-11-21T09:00:00.000Z",
  digest: "0".repeat(64),
  delivered: 1,
  waiting: 0,
  expired: 0,
  erased: 0,
};

test.each([
  ["no hours", { knownFrom: hour.from, more: false }],
  ["a digest that isn't one", { hours: [{ ...hour, digest: "0x" }], knownFrom: hour.from, more: false }],
  ["a time that isn't one", { hours: [{ ...hour, from: "yesterday" }], knownFrom: hour.from, more: false }],
  ["a count that isn't one", { hours: [{ ...hour, delivered: "many" }], knownFrom: hour.from, more: false }],
])("reconcile refuses a response with %s", async (_, body) => {
  const api = await clientOf(JSON.stringify(body));
  await expect(subscriptionHours(api, "sub_1", {})).rejects.toThrow("response of the bridge");
});

test("a list without items is an invalid response", async () => {
  const api = await clientOf("{}");
  const deliveries = everyPage(() => answerOf(api.GET("/v1/subscriptions")));
  await expect(deliveries.next()).rejects.toThrow("response of the bridge");
});

test.each([".", "..", "sub_1/../../keys", "evt_1?x"])("a tool refuses an ID such as %s", (id) => {
  expect([subscription.safeParse(id).success, event.safeParse(id).success]).toEqual([false, false]);
});
