import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createContainer } from "../../functions/runtime/container.ts";
import type { Engine } from "../../functions/runtime/engine.ts";
import { createApiServices } from "../../functions/runtime/services/api.ts";
import { createApiClient } from "../../infra/api-client/create-api-client.ts";
import { answerOf } from "../../infra/cli/client/answer-of.ts";
import { compareIds } from "../../infra/cli/reconcile/compare-ids.ts";
import { subscriptionHours } from "../../infra/cli/reconcile/subscription-hours.ts";
import { exportStore } from "../../infra/node/move/export-store.ts";
import { importArchive, importInto } from "../../infra/node/move/import-archive.ts";
import { createApi } from "../../shared/api/create-api.ts";
import { backlogKey } from "../../shared/delivery/backlog/backlog.ts";
import { newDeliveryRow } from "../../shared/delivery/rows/delivery-row.ts";
import { isoTime } from "../../shared/kernel/instant.ts";
import { operatorPartner } from "../../shared/partners/partner-key.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { memoryEngine } from "../support/memory-engine.ts";
import { noRedrive } from "../support/no-redrive.ts";
import { engineIn } from "../support/node-engine.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { eventAt, hook } from "../unit/api/api-fixture.ts";
import { openDynamoTables } from "./table-engines.ts";

const [minute, hour] = [60_000, 3_600_000];
const now = Date.UTC(2026, 10, 21, 12);
const range = { from: now - 6 * hour, to: now };
const passphrase = "a passphrase of the test";
const key = "b3c3e39c8d643bd6665e17aa382748a958baf4d016778bac6c87469e33522196";
const operatorKeyHash = createHash("sha256").update(key).digest("hex");

/** The command's client, whose requests go to the API on an engine. */
function clientOf(engine: Engine) {
  const own = { probe: { queueDepths: async () => ({}), deliveriesByState: async () => ({}) }, redrive: noRedrive };
  const services = createApiServices(createContainer(engine), own);
  const app = createApi({ ...services, vetDestination: async () => "allowed" });
  return createApiClient({ url: "http://bridge.example", key, fetch: async (request) => app.request(request) });
}

const sqliteEngine = (dataDir: string) =>
  engineIn(dataDir, { clock: new FakeClock(now), settings: { operatorKeyHash } });

/** Three hours of a subscription: delivered, replayed, given up, erased, waiting. Returns what its receiver got. */
async function recordDeliveries(engine: Engine, subscription: string): Promise<readonly string[]> {
  const table = engine.table("deliveries");
  const received: string[] = [];
  for (let n = 0; n < 90; n += 1) {
    const event = eventAt(now - 4 * hour + n * 2 * minute, String(n)).envelope.id;
    const run = n % 9 === 4 ? "rpl_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" : "0";
    const message = { subscription, partner: operatorPartner, instance: "acme", event, run, attempt: 1 };
    if (n % 30 === 29) {
      await table.put([{ item: { ...backlogKey(message), ...message, due: now + hour, held: true } }]);
      continue;
    }
    const state = n % 10 === 7 ? ("expired" as const) : ("delivered" as const);
    const attempts = [{ at: now - hour, ms: 3, status: state === "expired" ? 500 : 200 }];
    const row = newDeliveryRow(message, now, 30 * 24 * hour);
    await table.put([
      { item: { ...row, state, attempts, type: "person.updated", ...(n % 20 === 2 && { erased: true }) } },
    ]);
    if (state === "delivered") received.push(event);
  }
  return received;
}

test("a bridge that moves between its engines counts the same, and reconcile finds what a receiver lost", async () => {
  const root = temporaryFolder();
  const at = (name: string) => join(root, name);
  const first = sqliteEngine(at("first"));
  const made = await answerOf(
    clientOf(first).POST("/v1/subscriptions", { body: { ...hook, baseline: false, status: "active" } }),
  );
  const received = await recordDeliveries(first, made.id);
  const asked = { from: isoTime(range.from), to: isoTime(range.to) };
  const counted = (engine: Engine) => subscriptionHours(clientOf(engine), made.id, asked);
  const before = await counted(first);
  expect(before.hours.map(({ delivered, waiting }) => [delivered, waiting])).toEqual([
    [26, 1],
    [26, 1],
    [26, 1],
  ]);
  first.close();

  await exportStore(at("first"), at("bridge.export"), passphrase, now);
  // From one machine to AWS, and to another machine.
  const { table, close } = await openDynamoTables(new FakeClock(now));
  onTestFinished(close);
  const aws = { ...memoryEngine({ clock: new FakeClock(now), settings: { operatorKeyHash } }), table };
  await importInto(aws, at("bridge.export"), at("work"), passphrase, () => undefined);
  await importArchive(at("bridge.export"), passphrase, { dataDir: at("second") }, () => undefined);
  const second = sqliteEngine(at("second"));
  onTestFinished(() => {
    second.close();
  });

  const [lost, ...kept] = received;
  for (const engine of [aws, second]) {
    expect(await counted(engine)).toEqual(before);
    const { hours } = await compareIds({ api: clientOf(engine), subscription: made.id }, kept, range);
    const missing = hours.flatMap(({ differences }) => differences);
    const lacked = missing.filter(({ event }) => received.includes(event));
    expect(lacked).toMatchObject([{ kind: "missing", event: lost, delivery: { state: "delivered" } }]);
    // The others were given up, so that the receiver never had them.
    expect(missing.length - lacked.length).toBe(9);
  }
});
