import { beforeEach, describe, expect, it } from "vitest";
import { AlertLog, type AlertSubject } from "../../shared/alerts/alert-log.ts";
import { AlertSettingsStore } from "../../shared/alerts/alert-settings-store.ts";
import { SecretBox } from "../../shared/kernel/secret-box.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { FakeKeyWrapper } from "../support/fake-key-wrapper.ts";
import { SeededRandomness } from "../support/seeded-randomness.ts";
import { testContext } from "../support/test-context.ts";
import { engines, tablesOfSuite } from "./table-engines.ts";

describe.each(engines)("alerts on $name", ({ open }) => {
  const clock = new FakeClock(Date.UTC(2026, 10, 21, 12));
  const table = tablesOfSuite(open, clock);
  let partner = "";
  let partners = 0;
  let store: AlertSettingsStore;
  let log: AlertLog;

  beforeEach(() => {
    partners += 1;
    partner = `prt_${partners}`;
    [store, log] = [newStore(), newLog()];
  });

  /** Makes a store as in another worker, which shares only the tables. */
  const newStore = () => {
    const randomness = new SeededRandomness();
    const parts = { ...testContext({ clock, randomness }), table: table("subscriptions") };
    const secrets = new SecretBox({ ...parts, keys: new FakeKeyWrapper(), cacheMs: 0 });
    return new AlertSettingsStore({ ...parts, secrets });
  };
  const newLog = () => new AlertLog({ ...testContext({ clock }), table: table("deliveries") });
  const setEmail = async (address: string) => {
    const code = await store.makeCode(partner);
    return store.change(partner, (current) => ({ ...current, email: { address, code } }));
  };
  const codeOf = async () => {
    const settings = await store.read(partner);
    return (await store.openCode(partner, settings, settings.email!.code!.madeAt)) ?? "none";
  };
  const subject = (fields: Partial<AlertSubject> = {}): AlertSubject => {
    return { partner, kind: "endpoint_failing", subscription: "sub_1", at: clock.now(), ...fields };
  };

  describe("settings", () => {
    it("keep both of two simultaneous changes", async () => {
      const other = newStore();
      await store.change(partner, (current) => ({ ...current, kinds: [] }));
      const slack = await store.sealChat(partner, "slack", "https://hooks.slack.example/secret-token");
      await Promise.all([
        store.change(partner, (current) => ({ ...current, slack })),
        other.change(partner, (current) => ({ ...current, kinds: ["endpoint_paused"] })),
      ]);
      const settings = await store.read(partner);
      expect(settings).toMatchObject({ rev: 3, kinds: ["endpoint_paused"], slack: { host: "hooks.slack.example" } });
      expect(JSON.stringify(settings)).not.toContain("secret-token");
      expect(await store.openChat(partner, "slack", settings.slack!)).toBe("https://hooks.slack.example/secret-token");
    });
  });

  describe("a code", () => {
    it("counts simultaneous wrong attempts one by one", async () => {
      await setEmail("a@acme.example");
      const code = await codeOf();
      await Promise.all(["1", "2", "3", "4", "5"].map((wrong) => newStore().confirm(partner, wrong)));
      expect((await store.confirm(partner, code)).outcome).toBe("invalid");
    });

    it("confirms nothing once its address is replaced", async () => {
      await setEmail("a@acme.example");
      const code = await codeOf();
      clock.advance(1);
      await setEmail("b@acme.example");
      expect(await codeOf()).not.toBe(code);
      expect((await store.confirm(partner, code)).outcome).toBe("invalid");
      expect((await store.confirm(partner, await codeOf())).outcome).toBe("ok");
      expect((await store.read(partner)).email?.address).toBe("b@acme.example");
    });
  });

  describe("the log", () => {
    it("lets one of several workers make an attempt", async () => {
      const about = subject();
      const claims = await Promise.all(Array.from({ length: 5 }, () => newLog().claim(about, "email", 1)));
      expect(claims.toSorted()).toEqual(["claimed", "lost", "lost", "lost", "lost"]);
      expect(await log.claim(about, "slack", 1)).toBe("claimed");
      for (const other of [
        { kind: "endpoint_paused" },
        { subscription: "sub_2" },
        { partner: `${partner}-other` },
      ] as const)
        expect(await log.claim(subject(other), "email", 1)).toBe("claimed");
    });

    it("lists only the partner's own messages, newest first", async () => {
      for (const kind of ["endpoint_failing", "endpoint_paused", "test"] as const) {
        clock.advance(1_000);
        const about = subject({ kind, subscription: kind === "test" ? undefined : "sub_1" });
        await log.claim(about, "slack", 1);
        await log.record(about, "slack", { outcome: "sent" }, true);
      }
      await log.claim(subject({ partner: `${partner}-other` }), "slack", 1);
      const latest = await log.latest(partner, 2);
      expect(latest.map(({ kind, state }) => [kind, state])).toEqual([
        ["test", "sent"],
        ["endpoint_paused", "sent"],
      ]);
      expect(await log.find(subject({ kind: "code" }), "email")).toBeUndefined();
    });
  });
});
