import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startSandbox } from "../../../infra/sandbox/start-sandbox.ts";
import { SecretBox } from "../../../shared/kernel/secret-box.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { operatorPartner } from "../../../shared/partners/partner-key.ts";
import { InstanceRegistry } from "../../../shared/source/instance-registry.ts";
import { SubscriptionStore } from "../../../shared/subscriptions/subscription-store.ts";
import { PartnerClient } from "../../e2e/support/partner-client.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { testContext } from "../../support/test-context.ts";
import { Bill } from "./bill.ts";
import { createCountedEngine } from "./counted-engine.ts";
import { Pipeline } from "./pipeline.ts";
import { deliveryOverhead, prices } from "./prices.ts";

/** A partner platform, the bridge connected to it in virtual time, and a subscriber that accepts everything. */
export async function openScene({ records, requestsPerSecond }: { records: number; requestsPerSecond: number }) {
  const clock = new FakeClock(Date.UTC(2026, 10, 21));
  const bill = new Bill();
  const sandbox = await startSandbox({ seed: 3, records, clock });
  const engine = createCountedEngine(bill, clock, sandbox.url, defaultTimings);
  const pipeline = new Pipeline(engine, clock, bill, requestsPerSecond);
  const table = engine.table("subscriptions");
  const box = { table, keys: engine.keys, clock, randomness: engine.randomness, cacheMs: defaultTimings.dataKeyCache };
  const secrets = new SecretBox(box);
  const registry = new InstanceRegistry(table, secrets);
  const subscriptions = new SubscriptionStore({
    ...testContext({ clock, randomness: engine.randomness }),
    table,
    secrets,
  });
  const [access] = sandbox.instances;
  if (access === undefined) throw new Error("the sandbox has no instance");
  const { name, clientId, clientSecret } = access;
  const subscriber = await startSubscriber(bill);

  return {
    bill,
    engine,
    pipeline,
    partner: () => PartnerClient.connect(sandbox.url, name, clientId, clientSecret),
    deliveries: subscriber.deliveries,
    /** Reads the existing records until nothing new has come for a while. */
    connect: async () => {
      await registry.register({
        name,
        credentials: { clientId, clientSecret },
        requestsPerSecond,
        rooms: undefined,
        now: clock.now(),
      });
      for (let quiet = 0; quiet < 24; ) quiet = (await pipeline.tick()) > 0 ? 0 : quiet + 1;
    },
    limit: async (requests: number) => {
      await registry.register({
        name,
        credentials: undefined,
        requestsPerSecond: requests,
        rooms: undefined,
        now: clock.now(),
      });
      pipeline.requestsPerSecond = requests;
    },
    subscribe: async (count: number) => {
      for (let made = 0; made < count; made += 1) {
        await subscriptions.create(operatorPartner, {
          url: `${subscriber.url}/${made}`,
          eventTypes: ["*"],
          baseline: false,
          status: "active",
        });
      }
    },
    close: async () => {
      await sandbox.close();
      await subscriber.close();
    },
  };
}

async function startSubscriber(bill: Bill) {
  let deliveries = 0;
  const server = createServer((request, response) => {
    let bytes = 0;
    request.on("data", (chunk: Buffer) => (bytes += chunk.length));
    request.on("end", () => {
      deliveries += 1;
      bill.add("egress: GB", (bytes + deliveryOverhead) / 1e9, prices.egress);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    deliveries: () => deliveries,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
