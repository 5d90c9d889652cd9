import { beforeEach, describe, expect, it } from "vitest";
import { type Container, createContainer, replaced } from "../../../functions/runtime/container.ts";
import * as api from "../../../functions/runtime/services/api.ts";
import * as canary from "../../../functions/runtime/services/canary.ts";
import * as delivery from "../../../functions/runtime/services/delivery.ts";
import * as fanout from "../../../functions/runtime/services/fanout.ts";
import * as mirror from "../../../functions/runtime/services/mirror.ts";
import * as polling from "../../../functions/runtime/services/polling.ts";
import * as publishing from "../../../functions/runtime/services/publishing.ts";
import * as recovery from "../../../functions/runtime/services/recovery.ts";
import * as schedule from "../../../functions/runtime/services/schedule.ts";
import * as sender from "../../../functions/runtime/services/sender.ts";
import * as source from "../../../functions/runtime/services/source.ts";
import * as sourceClient from "../../../functions/runtime/services/source-client.ts";
import * as subscriptions from "../../../functions/runtime/services/subscriptions.ts";
import { Allowance } from "../../../shared/source/allowance.ts";
import { noRedrive } from "../../support/no-redrive.ts";
import { engineOfTest, type TestEngine } from "../../support/node-engine.ts";

let opened: TestEngine;
beforeEach(() => {
  opened = engineOfTest();
});

describe("a container", () => {
  it("builds each service once, on first use", () => {
    const built: string[] = [];
    const leaf = () => ({ number: built.push("leaf") });
    const user = ({ get }: Container) => ({ leaf: get(leaf), number: built.push("user") });
    const { get } = createContainer(opened.engine);
    expect(built).toEqual([]);
    const first = get(user);
    expect(get(user)).toBe(first);
    expect(get(leaf)).toBe(first.leaf);
    expect(built).toEqual(["leaf", "user"]);
  });

  it("rebuilds a service after a failed build, and no other one", () => {
    let tries = 0;
    const leaf = () => ({});
    const flaky = ({ get }: Container) => {
      tries += 1;
      if (tries === 1) throw new Error("not yet");
      return { leaf: get(leaf) };
    };
    const { get } = createContainer(opened.engine);
    const kept = get(leaf);
    expect(() => get(flaky)).toThrow("not yet");
    expect(get(flaky).leaf).toBe(kept);
    expect(tries).toBe(2);
  });

  it("remembers a service whose value is undefined", () => {
    let tries = 0;
    const nothing = () => {
      tries += 1;
    };
    const { get } = createContainer(opened.engine);
    get(nothing);
    get(nothing);
    expect(tries).toBe(1);
  });

  it("uses a replacement wherever the service is needed", () => {
    const leaf = () => "real";
    const user = ({ get }: Container) => `uses the ${get(leaf)} one`;
    const { get } = createContainer(
      opened.engine,
      replaced(leaf, () => "replaced"),
    );
    expect(get(user)).toBe("uses the replaced one");
  });

  it("names a service that depends on itself", () => {
    const one = ({ get }: Container): number => get(other);
    const other = ({ get }: Container): number => get(one);
    expect(() => createContainer(opened.engine).get(one)).toThrow("the service one depends on itself");
  });

  it("shares nothing with another container", () => {
    const service = () => ({});
    expect(createContainer(opened.engine).get(service)).not.toBe(createContainer(opened.engine).get(service));
  });
});

it("an outage names the requested address if the source's own address has a path", async () => {
  const { clock, settings } = opened.engine;
  const engine = { ...opened.engine, settings: { ...settings, partnerUrl: "https://partner.example.com/eu/" } };
  const http = { send: async () => ({ outcome: "failed", reason: "timeout" }) as const };
  const { get } = createContainer(
    engine,
    replaced(sourceClient.sourceHttp, () => http),
  );
  const credentials = { clientId: "id", clientSecret: "s" };
  await get(source.instanceRegistry).register({ name: "acme", credentials, now: clock.now() });
  const beganAt = clock.now();
  await get(sourceClient.sourceFactory).open("acme", new Allowance(1)).page({ path: "/person/timeline" });
  const found = await get(source.sourceOutages).settle("acme", beganAt);
  expect(found).toMatchObject({
    outage: { asked: expect.stringMatching(/^POST https:\/\/partner\.example\.com\/eu\/acme\//) },
  });
});

describe("the services", () => {
  const probe = { queueDepths: async () => undefined, deliveriesByState: async () => undefined };
  const { createApiServices } = api;
  const { createCanaryProbe } = canary;
  // Only the single machine replaces these services, which functions don't have.
  const { drainPace: _, replayPace: __, ...recoveryServices } = recovery;
  const { visiting: ___, ...pollingServices } = polling;

  it.each(
    Object.entries({
      ...{ ...source, ...sourceClient, ...schedule, ...mirror, ...pollingServices, ...publishing },
      ...{ ...subscriptions, ...fanout, ...delivery, ...sender, ...recoveryServices },
      apiServices: (container: Container) => createApiServices(container, { probe, redrive: noRedrive }),
      canaryProbe: (container: Container) => createCanaryProbe(container, "http://127.0.0.1:1"),
    }),
  )("%s can be built, with everything it needs", (_, service) => {
    expect(createContainer(opened.engine).get<unknown>(service)).toBeDefined();
  });
});
