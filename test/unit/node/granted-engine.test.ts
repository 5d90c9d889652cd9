import { beforeEach, describe, expect, it } from "vitest";
import { grantedEngine, NotGrantedError } from "../../../infra/node/granted-engine.ts";
import { type FunctionDeclaration, functions, type PartitionGrant } from "../../../shared/kernel/function-topology.ts";
import { engineOfTest, type TestEngine } from "../../support/node-engine.ts";

let opened: TestEngine;
beforeEach(() => {
  opened = engineOfTest();
});

const bare: FunctionDeclaration = { name: "tick", timeoutSeconds: 1, memoryMb: 128, tables: {}, sends: [] };
const granting = (declaration: Partial<FunctionDeclaration>, grant: Partial<PartitionGrant> = {}) =>
  grantedEngine(opened.engine, { ...bare, ...declaration }, { partitions: [], tenants: [], ...grant });

const item = { pk: "acme", sk: "1", wheel: "acme#0" };
const bytes = new Uint8Array(32);

describe("a granted engine", () => {
  it("refuses tables and queues that the function doesn't declare, naming both", () => {
    expect(() => granting({}).table("mirror")).toThrow(NotGrantedError);
    expect(() => granting({}).table("mirror")).toThrow("tick may not use table mirror");
    expect(() => granting({ sends: ["poll"] }).queue("deliver")).toThrow("tick may not send to queue deliver");
  });

  it("lets a reader read and not write", async () => {
    await opened.engine.table("feeds").put([{ item }]);
    const table = granting({ tables: { feeds: "read" } }).table("feeds");
    expect(await table.get(item)).toEqual(item);
    expect(await table.getAll([item])).toEqual([item]);
    expect(await table.query({ pk: "acme" })).toEqual({ items: [item], more: false });
    await expect(table.put([{ item }])).rejects.toThrow("tick may not write table feeds");
    await expect(table.update({ key: item, set: { a: 1 } })).rejects.toThrow("tick may not write table feeds");
    await expect(table.remove(item)).rejects.toThrow("tick may not write table feeds");
    expect(await opened.engine.table("feeds").get(item)).toEqual(item);
  });

  it("lets a writer write and not read", async () => {
    const table = granting({ tables: { feeds: "write" } }).table("feeds");
    expect(await table.put([{ item }])).toEqual(["written"]);
    expect(await table.update({ key: item, set: { a: 1 } })).toBe("written");
    await expect(table.get(item)).rejects.toThrow("tick may not read table feeds");
    await expect(table.getAll([item])).rejects.toThrow("tick may not read table feeds");
    await expect(table.query({ pk: "acme" })).rejects.toThrow("tick may not read table feeds");
    expect(await table.remove(item, [{ attribute: "a", is: "equal", value: 2 }])).toBe("conflict");
    expect(await table.remove(item)).toBe("written");
  });

  it("refuses an undeclared scan: reading a table doesn't include reading all of it", async () => {
    await opened.engine.table("feeds").put([{ item: { ...item, n: 1 } }]);
    const scan = { where: { attribute: "n", atLeast: 1 }, limit: 10 };
    const reader = granting({ tables: { feeds: "read" } }).table("feeds");
    await expect(reader.scan(scan)).rejects.toThrow("tick may not scan table feeds");
    const scanner = granting({ tables: { feeds: "read" }, scans: ["feeds"] }).table("feeds");
    expect((await scanner.scan(scan)).items).toEqual([{ ...item, n: 1 }]);
  });

  it("refuses an undeclared index: reading its table doesn't include it", async () => {
    await opened.engine.table("feeds").put([{ item }]);
    const query = { index: "wheel", partition: "acme#0" };
    const reader = granting({ tables: { feeds: "readWrite" } }).table("feeds");
    await expect(reader.queryIndex(query)).rejects.toThrow("tick may not query index wheel of table feeds");
    const querying = granting({ tables: { feeds: "readWrite" }, indexes: { feeds: ["wheel"] } }).table("feeds");
    expect((await querying.queryIndex(query)).items).toMatchObject([{ pk: "acme", sk: "1" }]);
  });

  it("refuses the bus and the key to functions that don't use them", async () => {
    const engine = granting({});
    await expect(engine.bus.publish([])).rejects.toThrow("tick may not publish");
    await expect(engine.keys.wrap(bytes, "acme")).rejects.toThrow("tick may not wrap keys");
    await expect(engine.keys.unwrap(bytes, "acme")).rejects.toThrow("tick may not unwrap keys");
    expect(await granting({ publishes: true }).bus.publish([])).toEqual({ refused: [] });
  });

  it("lets a function that opens secrets create none", async () => {
    const wrapped = await granting({ keys: "wrap" }, { tenants: ["acme"] }).keys.wrap(bytes, "acme");
    const opener = granting({ keys: "unwrap" }, { tenants: ["acme"] }).keys;
    expect(Uint8Array.from(await opener.unwrap(wrapped, "acme"))).toEqual(bytes);
    await expect(opener.wrap(bytes, "acme")).rejects.toThrow("tick may not wrap keys");
  });

  it("opens and seals only for the tenants that the function declares", async () => {
    const wrapped = await opened.engine.keys.wrap(bytes, "partner#prt_1");
    const polls = granting({ keys: "wrap" }, { tenants: ["instance#*"] }).keys;
    await expect(polls.unwrap(wrapped, "partner#prt_1")).rejects.toThrow("tick may not unwrap keys of partner#prt_1");
    await expect(polls.wrap(bytes, "partner#prt_1")).rejects.toThrow("tick may not wrap keys of partner#prt_1");
    expect((await polls.wrap(bytes, "instance#acme")).byteLength).toBeGreaterThan(32);
  });

  it("shows only the declared partitions of the subscriptions table", async () => {
    const [ours, theirs] = [
      { pk: "instance#acme", sk: "1" },
      { pk: "partner#prt_1", sk: "1" },
    ];
    await opened.engine.table("subscriptions").put([{ item: theirs }]);
    const declared = { tables: { subscriptions: "readWrite" } } as const;
    const table = granting(declared, { partitions: ["instance#*", "registry"] }).table("subscriptions");
    await table.put([{ item: ours }]);
    expect(await table.get(ours)).toEqual(ours);
    expect(await table.get({ pk: "registry", sk: "1" })).toBeUndefined();
    const refused = "tick may not touch partition partner#prt_1 of subscriptions";
    await expect(table.get(theirs)).rejects.toThrow(refused);
    await expect(table.getAll([ours, theirs])).rejects.toThrow(refused);
    await expect(table.query({ pk: theirs.pk })).rejects.toThrow(refused);
    await expect(table.put([{ item: ours }, { item: theirs }])).rejects.toThrow(refused);
    await expect(table.update({ key: theirs, set: { a: 1 } })).rejects.toThrow(refused);
    await expect(table.remove(theirs)).rejects.toThrow(refused);
    await expect(table.get({ pk: "registry2", sk: "1" })).rejects.toThrow("partition registry2");
    expect(await opened.engine.table("subscriptions").get(theirs)).toEqual(theirs);
  });

  it("sends where the topology lets it", async () => {
    await grantedEngine(opened.engine, functions.clock)
      .queue("ticks")
      .send([{ body: "{}" }]);
    expect((await opened.engine.queue("ticks").depth()).ready).toBe(1);
  });
});
