import { buffer } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { createCanaryHandler } from "../../functions/canary.ts";
import { createDeliverHandler } from "../../functions/deliver.ts";
import { createFanoutHandler } from "../../functions/fanout.ts";
import { createChangeHandler } from "../../functions/publish.ts";
import { replaced } from "../../functions/runtime/container.ts";
import { dialer } from "../../functions/runtime/services/sender.ts";
import { startHost } from "../../infra/node/host.ts";
import { InMemoryMetrics } from "../../infra/node/in-memory-metrics.ts";
import { testCertificate } from "../contract/dialer-certificate.ts";
import { dialer as openDialer, secureDialer, tlsServer } from "../contract/dialer-ground.ts";
import { httpApiEvent } from "../support/http-api-event.ts";
import { engineOfTest, eventually, idleHandlers } from "../support/node-engine.ts";

/**
 * The pipeline from the mirror on, and the API's address in front of the canary like API Gateway: https with a
 * certificate for its name, passed on as an HTTP API event.
 */
async function openScene(options: { readonly trusted: boolean }) {
  const { engine, logger } = engineOfTest();
  const answers: number[] = [];
  const port = await tlsServer((request, response) => {
    void (async () => {
      const body = (await buffer(request)).toString("base64");
      const { method = "GET", url: target = "/", headers } = request;
      const answer = await canary(httpApiEvent({ method, target, headers, body, isBase64Encoded: true }));
      answers.push(answer?.statusCode ?? 0);
      response.writeHead(answer?.statusCode ?? 500).end();
    })();
  });
  const canary = createCanaryHandler(engine, `https://${testCertificate.hostname}:${port}/canary`);
  const wary = { allowInsecure: false, resolve: async () => ["127.0.0.1"], permits: () => true };
  const ownDialer = options.trusted ? secureDialer() : openDialer(wary);
  const publish = createChangeHandler(engine);
  const fanout = createFanoutHandler(engine);
  const trusting = replaced(dialer, () => ownDialer);
  const deliver = createDeliverHandler(engine, trusting);
  const host = await startHost({ engine, handlers: idleHandlers({ publish, fanout, deliver }), pollInterval: 20 });
  onTestFinished(() => host.stop());
  const { metrics } = engine;
  if (!(metrics instanceof InMemoryMetrics)) throw new Error("another engine's metrics");
  const measured = () => metrics.all().find(({ name }) => name === "canary.latency_ms");
  const attempts = () => metrics.all().find(({ name }) => name === "delivery.duration_ms")?.count ?? 0;
  return { canary, answers, measured, attempts, logger };
}

describe("the canary over https", () => {
  test("passes through mirror, stream, bus, fan-out and delivery, and its round trip is measured once it is verified", async () => {
    const { canary, answers, measured } = await openScene({ trusted: true });
    const begun = Date.now();
    await canary({ time: "whenever" });
    await eventually(() => answers.length > 0);
    expect(answers).toEqual([204]);
    expect(measured()).toMatchObject({ count: 1, unit: "milliseconds" });
    expect(measured()?.last).toBeGreaterThan(0);
    expect(measured()?.last).toBeLessThanOrEqual(Date.now() - begun);
  });

  test.each([
    ["without a body", {}],
    ["without headers", { body: '{"type":"bridge.ping"}' }],
    ["with nothing but its path", { headers: undefined, isBase64Encoded: undefined }],
  ])("can't be sent from outside: a canary %s is refused like any unsigned request", async (_, request) => {
    const { canary, measured, attempts } = await openScene({ trusted: true });
    const event = { version: "2.0", rawPath: "/canary", headers: {}, isBase64Encoded: false, ...request };
    expect(await canary(event)).toEqual({ statusCode: 401 });
    expect([measured(), attempts()]).toEqual([undefined, 0]);
  });

  test("doesn't arrive if the address has an untrusted certificate, and its alarm fires", async () => {
    const { canary, answers, measured, attempts } = await openScene({ trusted: false });
    await canary({ time: "whenever" });
    await eventually(() => attempts() > 0);
    expect(answers).toEqual([]);
    expect(measured()).toBeUndefined();
  });
});
