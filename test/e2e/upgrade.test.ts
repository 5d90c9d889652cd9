import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { migrations } from "../../shared/adapters/sqlite/migrations.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import {
  fixtureFolder,
  fixtureTimings,
  instance,
  operatorKey,
  restoreFixture,
  seed,
} from "./store-fixtures/fixture.ts";
import { startProgram } from "./support/processes.ts";
import { apiAt, sandboxProgram, subscriberForTest } from "./support/test-scope.ts";

/** A worker caches an endpoint's address for a while, so the first attempts after a change fail. */
const upgradedTimings = { ...fixtureTimings, messageRetries: Array.from({ length: 60 }, () => 1_000) };

const latest = migrations.at(-1)?.version ?? 0;
const versions = Array.from({ length: latest + 1 }, (_, version) => version);

test("a store of every version exists", () => {
  const names = readdirSync(fixtureFolder).filter((name) => name.endsWith(".db.gz"));
  expect(names.toSorted()).toEqual(versions.map((version) => `version-${version}.db.gz`));
});

test.each(versions)(
  "a store of version %s continues under this version: pending, known and sealed data",
  async (version) => {
    const dataDir = temporaryFolder();
    const facts = restoreFixture(version, dataDir);
    const source = await sandboxProgram({ seed, records: 24 });
    // As when the store was left: the record is touched for the bridge, not changed.
    const client = await source.client();
    await client.patch(`/person/${facts.person}`, { jobTitle: "Senior" });
    const options = { partnerUrl: source.url, dataDir, port: 0, operatorKey, timings: upgradedTimings };
    const bridge = await startProgram("test/e2e/support/bridge-main.ts", [JSON.stringify(options)]);
    onTestFinished(() => bridge.kill("SIGTERM"));
    const api = apiAt(bridge.ready, operatorKey);
    const subscriber = await subscriberForTest();
    subscriber.trust(facts.secret);
    await api("PATCH", `/v1/subscriptions/${facts.subscription}`, { url: subscriber.url });
    await api("POST", `/v1/subscriptions/${facts.subscription}/deliveries/${facts.waiting}/retry`);
    await expect.poll(() => [...subscriber.distinct.keys()], { timeout: 60_000 }).toContain(facts.waiting);

    await client.patch(`/person/${facts.person}`, { jobTitle: "Partner" });
    const reported = () =>
      subscriber.taken.find(({ event }) => event.changes?.some(({ to }) => to === "Partner"))?.event;
    await expect.poll(reported, { timeout: 60_000 }).toMatchObject({
      type: "person.updated",
      subject: { id: facts.person },
      changes: [{ field: "jobTitle", from: "Senior", to: "Partner" }],
    });
    expect(subscriber.unverified).toEqual([]);
    expect([...subscriber.distinct.keys()].filter((id) => facts.delivered.includes(id))).toEqual([]);
    const [event = ""] = facts.delivered;
    expect(await api("GET", `/v1/events/${event}?instance=${instance.name}`)).toMatchObject({ id: event });
    await bridge.kill("SIGTERM");
    const store = new DatabaseSync(join(dataDir, "feedhook.db"));
    expect(store.prepare("PRAGMA user_version").get()).toEqual({ user_version: latest });
    store.close();
    expect(readdirSync(dataDir).includes(`feedhook.db.before-${latest}`)).toBe(version < latest);
  },
);
