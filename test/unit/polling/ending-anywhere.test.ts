import { expect, test } from "vitest";
import type { Table } from "../../../shared/kernel/ports/table.ts";
import { InstanceAccess } from "../../../shared/polling/instance-access.ts";
import { forgetQuarantined } from "../../../shared/polling/quarantine/forget-quarantined.ts";
import { createQuarantine, parsePoison, poisonPrefix } from "../../../shared/polling/quarantine/quarantine.ts";
import { removePoison } from "../../../shared/polling/quarantine/quarantine-service.ts";
import { RemovalLedger } from "../../../shared/polling/removals/removal-ledger.ts";
import { fixedFeeds } from "../../../shared/schedule/feeds/feeds-of-instance.ts";
import type { Instance } from "../../../shared/source/instance.ts";
import type { Source } from "../../../shared/source/source.ts";
import { endingAnywhere } from "../../support/ending-anywhere.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { testContext } from "../../support/test-context.ts";

const owned = "acme#owner#Person#7";
const personal = fixedFeeds("acme").find(({ kind }) => kind === "person-timeline")!.feedId;
const clock = new FakeClock(Date.UTC(2026, 0, 5));
const ignored = () => undefined;

async function keep(table: Table, feedId: string): Promise<void> {
  const parts = { ...testContext({ clock }), table };
  await createQuarantine(parts).keep("acme", feedId, [{ id: "r1", name: "Ada" }]);
}

const rowsOf = (table: MemoryTable) => table.items.filter(({ sk }) => sk.startsWith(poisonPrefix)).map(parsePoison);
const textOf = (table: MemoryTable) => JSON.stringify(table.items);

test("a quarantined row is listed, whenever a process ends meanwhile", async () => {
  await endingAnywhere(async (ending) => {
    const table = new MemoryTable("feeds");
    await keep(ending.of(table), owned).catch(ignored);
    await keep(table, owned);
    expect(table.items.map(({ pk }) => pk).toSorted()).toEqual(["acme#owner#Person#7", "acme#quarantine"]);
  });
});

test("a discarded row leaves nothing, whenever a process ends meanwhile", async () => {
  await endingAnywhere(async (ending) => {
    const table = new MemoryTable("feeds");
    await keep(table, owned);
    for (const one of [ending.of(table), table])
      for (const row of rowsOf(table)) await removePoison(one, row).catch(ignored);
    expect(table.items).toEqual([]);
  });
});

test("a discarded row can be erased, whenever a process ends meanwhile", async () => {
  await endingAnywhere(async (ending) => {
    const table = new MemoryTable("feeds");
    await keep(table, owned);
    for (const row of rowsOf(table)) await removePoison(ending.of(table), row).catch(ignored);
    await forgetQuarantined(table, "acme", "document", "r1");
    expect(textOf(table)).not.toContain("Ada");
  });
});

test.each([
  ["person", personal],
  ["document", owned],
] as const)(
  "an erasure of a %s leaves none of its rows, whenever a process ends meanwhile",
  async (subject, feedId) => {
    await endingAnywhere(async (ending) => {
      const table = new MemoryTable("feeds");
      await keep(table, feedId);
      await forgetQuarantined(ending.of(table), "acme", subject, "r1").catch(ignored);
      await forgetQuarantined(table, "acme", subject, "r1");
      expect(table.items).toEqual([]);
    });
  },
);

test("a closed hold leaves no counting loss, whenever a process ends meanwhile", async () => {
  await endingAnywhere(async (ending) => {
    const table = new MemoryTable("feeds");
    const ledger = new RemovalLedger(table);
    await ledger.note("acme", "person", ["r1", "r2"], clock.now());
    await ledger.open("acme", "person", { since: clock.now(), missing: 2, known: 3 });
    await new RemovalLedger(ending.of(table)).close("acme", "person").catch(ignored);
    if ((await ledger.hold("acme", "person")) !== undefined) await ledger.close("acme", "person");
    expect(table.items).toEqual([]);
  });
});

/**
 * The operators' notices about an instance, and whether it is parked; polls continue until the source accepts its
 * credentials.
 */
function instanceAccess(takes: () => boolean) {
  const reported: string[] = [];
  const instance = { parked: false };
  const registry = {
    park: async () => {
      instance.parked = true;
      return {} as Instance;
    },
    resume: async () => {
      instance.parked = false;
      return {} as Instance;
    },
  };
  const notices = {
    unauthorized: async () => void reported.push("unauthorized"),
    recovered: async () => void reported.push("recovered"),
  };
  const source = { page: async () => ({ outcome: takes() ? "ok" : "revoked" }) } as unknown as Source;
  const refused = [{ end: { outcome: "refused", by: "revoked" }, failures: 1 }] as const;
  const poll = async (ports: { registry: typeof registry; notices: typeof notices }) => {
    const access = new InstanceAccess({ ...testContext({ clock }), ...ports });
    if (instance.parked) await access.probe({ name: "acme" } as Instance, source);
    else if (!takes()) await access.judge("acme", refused, source);
  };
  return { reported, instance, ports: { registry, notices }, poll };
}

test("operators hear that an instance is parked and resumed, whenever a process ends meanwhile", async () => {
  for (const takes of [false, true])
    await endingAnywhere(async (ending) => {
      const { reported, instance, ports, poll } = instanceAccess(() => takes);
      instance.parked = takes;
      await poll({ registry: ending.of(ports.registry), notices: ending.of(ports.notices) }).catch(ignored);
      await poll(ports);
      expect([instance.parked, reported.at(-1)]).toEqual(takes ? [false, "recovered"] : [true, "unauthorized"]);
    });
});
