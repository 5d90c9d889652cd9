import { beforeEach, expect, test } from "vitest";
import { SecretBox } from "../../../shared/kernel/secret-box.ts";
import { InstanceRegistry } from "../../../shared/source/instance-registry.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { FakeKeyWrapper } from "../../support/fake-key-wrapper.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";

const old = { clientId: "a", clientSecret: "secret-a" };
const fresh = { clientId: "b", clientSecret: "secret-b" };
const now = Date.UTC(2026, 0, 5);

const register = (rest: Partial<Parameters<InstanceRegistry["register"]>[0]> = {}) =>
  registry.register({ name: "acme", now, ...rest });

let table: MemoryTable;
let registry: InstanceRegistry;

beforeEach(() => {
  table = new MemoryTable("subscriptions", { pageSize: 2 });
  const box = new SecretBox({
    table,
    keys: new FakeKeyWrapper(),
    clock: new FakeClock(now),
    randomness: new SeededRandomness(),
    cacheMs: 1_000,
  });
  registry = new InstanceRegistry(table, box);
});

test("a new instance gets its sequence floor and five requests per second, and its secret is never in the clear", async () => {
  const created = await register({ credentials: old });
  const usual = { requestsPerSecond: 5, status: "active", rev: 0 };
  expect(created).toEqual({ name: "acme", registeredAt: now, seqFloor: now / 1_000, ...usual });
  expect(await registry.find("acme")).toEqual(created);
  expect(await registry.list()).toEqual([created]);
  expect(await registry.credentialsOf("acme")).toEqual([{ slot: "current", credentials: old }]);
  expect(JSON.stringify(table.items)).not.toContain("secret-a");
});

test("instances are separate, with their credentials", async () => {
  await register({ credentials: old });
  await registry.register({ name: "globex", credentials: fresh, now });
  // The partners of the bridge are in the same partition.
  await table.put([{ item: { pk: "registry", sk: "partner#prt_1" } }]);
  expect((await registry.list()).map(({ name }) => name)).toEqual(["acme", "globex"]);
  expect(await registry.credentialsOf("acme")).toEqual([{ slot: "current", credentials: old }]);
});

test("an instance without credentials is refused", async () => {
  await expect(register()).rejects.toMatchObject({
    ...{ code: "invalid_input", message: "instance: credentials: must be given for a new instance" },
  });
});

test("registering again never moves registeredAt and seqFloor", async () => {
  const created = await register({ credentials: old });
  const again = await registry.register({ name: "acme", requestsPerSecond: 2, now: now + 1e6 });
  expect(again).toEqual({ ...created, requestsPerSecond: 2, rev: 1 });
});

test("hazard 61: a new pair is kept beside the old one until it is proven", async () => {
  await register({ credentials: old });
  await register({ credentials: fresh });
  const both = [
    { slot: "next", credentials: fresh },
    { slot: "current", credentials: old },
  ];
  expect(await registry.credentialsOf("acme")).toEqual(both);
  for (const other of [old, { ...fresh, clientSecret: "x" }, { ...fresh, clientId: "x" }]) {
    await registry.promote("acme", other);
    expect(await registry.credentialsOf("acme")).toEqual(both);
  }
  await registry.promote("acme", fresh);
  expect(await registry.credentialsOf("acme")).toEqual([{ slot: "current", credentials: fresh }]);
});

test("a new secret for the same client is a new pair, and so is a new client with the same secret", async () => {
  for (const pair of [
    { ...old, clientSecret: "x" },
    { ...old, clientId: "x" },
  ]) {
    await registry.register({ name: pair.clientId, credentials: old, now });
    await registry.register({ name: pair.clientId, credentials: pair, now });
    expect((await registry.credentialsOf(pair.clientId))[0]).toEqual({ slot: "next", credentials: pair });
  }
});

test("hazard 61: returning to the current pair removes the new one", async () => {
  await register({ credentials: old });
  await register({ credentials: fresh });
  await register({ credentials: old });
  expect(await registry.credentialsOf("acme")).toEqual([{ slot: "current", credentials: old }]);
});

test("a parked instance becomes active with new credentials, not with the same ones", async () => {
  await register({ credentials: old });
  expect(await registry.park("acme", "invalid_client", 1_000)).toMatchObject({
    status: "parked",
    parkedReason: "invalid_client",
  });
  expect(await register({ credentials: old })).toMatchObject({ status: "parked" });
  const active = await register({ credentials: fresh });
  expect(active.status).toBe("active");
  expect(active.parkedReason).toBeUndefined();
  expect(active.onTrial).toBe(true);
  expect(await registry.resume("acme", 500)).not.toHaveProperty("onTrial", true);
  // The same new pair again changes nothing, and another one doesn't put an active instance on trial.
  await registry.park("acme", "forbidden", 1_000);
  expect(await register({ credentials: fresh })).toMatchObject({ status: "parked" });
  // Taking the new pair back is a change.
  expect(await register({ credentials: old })).toMatchObject({ onTrial: true });
  await registry.resume("acme", 1_500);
  expect(await register({ credentials: fresh })).not.toHaveProperty("onTrial", true);
  await registry.park("acme", "forbidden", 1_000);
  expect(await registry.resume("acme", 2_000)).toMatchObject({ status: "active", resumedAt: 2_000 });
  expect(await registry.find("acme")).not.toHaveProperty("parkedReason");
});

test("connectedAt is fixed once", async () => {
  await register({ credentials: old });
  expect((await registry.fixConnectedAt("acme", 5)).connectedAt).toBe(5);
  const { rev } = await registry.fixConnectedAt("acme", 9);
  expect(await registry.find("acme")).toMatchObject({ connectedAt: 5, rev });
});

test("saving is a compare-and-set", async () => {
  const created = await register({ credentials: old });
  expect(await registry.save({ ...created, requestsPerSecond: 1 })).toBe("saved");
  expect(await registry.save({ ...created, requestsPerSecond: 9 })).toBe("conflict");
  expect((await registry.find("acme"))?.requestsPerSecond).toBe(1);
});

test("rooms are the last ones named, and stay if none are named", async () => {
  await registry.register({ name: "acme", credentials: old, rooms: ["r1", "r2", "r3"], now });
  await registry.register({ name: "acme", rooms: ["r2", "r4"], now: now + 1 });
  const changed = table.items.filter(({ sk }) => sk.startsWith("room#"));
  expect(changed.map(({ id, changedAt }) => [id, changedAt])).toEqual([
    ["r1", now + 1],
    ["r2", now],
    ["r3", now + 1],
    ["r4", now + 1],
  ]);
  await register({ requestsPerSecond: 1 });
  expect(await registry.roomsOf("acme")).toEqual(["r2", "r4"]);
  expect(await registry.formerRoomsOf("acme")).toEqual(["r1", "r3"]);
  await register({ rooms: ["r1"] });
  expect(await registry.roomsOf("acme")).toEqual(["r1"]);
});

test("one of two simultaneous first registrations decides when the instance was registered", async () => {
  const both = [now, now + 5_000].map((at) => registry.register({ name: "acme", credentials: old, now: at }));
  await Promise.all(both);
  expect(await registry.find("acme")).toMatchObject({ registeredAt: now, seqFloor: now / 1_000, rev: 1 });
});

test("an operator's request pauses, resumes, rewinds or reconnects, with the revision of each rewind", async () => {
  const { rev } = await register({ credentials: old });
  await registry.fixConnectedAt("acme", 5);
  expect(await registry.control("acme", { action: "pause" })).toMatchObject({ paused: true, rev: rev + 2 });
  await registry.park("acme", "forbidden", 1_000);
  const resumed = await registry.control("acme", { action: "resume" });
  expect(resumed).toMatchObject({ status: "active", paused: undefined, parkedReason: undefined, connectedAt: 5 });
  expect(await registry.control("acme", { action: "rewind", to: 7 })).toMatchObject({
    ...{ rewind: { rev: resumed.rev + 1, to: 7 }, connectedAt: 5, registeredAt: now },
  });
  expect((await registry.control("acme", { action: "rewind", to: undefined })).rewind).toEqual({
    rev: resumed.rev + 2,
  });
  const again = await registry.control("acme", { action: "rebaseline", now: now + 9 });
  expect(again).toMatchObject({ registeredAt: now + 9, rewind: { rev: resumed.rev + 3, anew: true } });
  expect(again.connectedAt).toBeUndefined();
});

test("an unregistered instance can't be changed", async () => {
  await expect(registry.resume("nowhere", now)).rejects.toMatchObject({
    message: "instance: name: isn't registered",
  });
});

test("parking keeps the time of the first reason, and a repeated reason or resumption writes nothing", async () => {
  await register({ credentials: old });
  const parked = await registry.park("acme", "invalid_client", 1_000);
  expect(await registry.park("acme", "invalid_client", 2_000)).toEqual(parked);
  expect(await registry.park("acme", "forbidden", 3_000)).toMatchObject({
    ...{ parkedReason: "forbidden", parkedSince: 1_000, rev: parked.rev + 1 },
  });
  const resumed = await registry.resume("acme", 4_000);
  expect(await registry.resume("acme", 5_000)).toEqual(resumed);
});

test("simultaneous changes are all kept", async () => {
  const { rev } = await register({ credentials: old });
  await Promise.all([registry.fixConnectedAt("acme", 5), registry.control("acme", { action: "pause" })]);
  expect(await registry.find("acme")).toMatchObject({ connectedAt: 5, paused: true, rev: rev + 2 });
});
