import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { AlertLog, type AlertSubject } from "../../shared/alerts/alert-log.ts";
import { AlertSettingsStore } from "../../shared/alerts/alert-settings-store.ts";
import type { Table } from "../../shared/kernel/ports/table.ts";
import { SecretBox } from "../../shared/kernel/secret-box.ts";
import type { TableName } from "../../shared/kernel/topology.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { FakeKeyWrapper } from "../support/fake-key-wrapper.ts";
import { SeededRandomness } from "../support/seeded-randomness.ts";
import { testContext } from "../support/test-context.ts";

export type AlertStoreGround = { readonly table: (name: TableName) => Table; readonly close: () => Promise<void> };

/** What alert stores promise on any table. */
export function describeAlertStore(name: string, open: (clock: FakeClock) => Promise<AlertStoreGround>): void {
  describe(`alerts on ${name}`, () => {
    const clock = new FakeClock(Date.UTC(2026, 10, 21, 12));
    let ground: AlertStoreGround;
    let partner = "";
    let partners = 0;
    let store: AlertSettingsStore;
    let log: AlertLog;

    beforeAll(async () => {
      ground = await open(clock);
    });
    afterAll(() => ground.close());
    beforeEach(() => {
      partners += 1;
      partner = `prt_${partners}`;
      [store, log] = [newStore(), newLog()];
    });

    /** Makes a store as in another worker, which shares only the tables. */
    const newStore = () => {
      const table = ground.table("subscriptions");
      const randomness = new SeededRandomness();
      const secrets = new SecretBox({ table, keys: new FakeKeyWrapper(), clock, randomness, cacheMs: 0 });
      return new AlertSettingsStore({ ...testContext({ clock, randomness }), table, secrets });
    };
    const newLog = () => new AlertLog({ ...testContext({ clock }), table: ground.table("deliveries") });
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
      it("start with every kind enabled and no channel", async () => {
        expect(await store.read(partner)).toMatchObject({ rev: 0, codesAt: [] });
        expect((await store.read(partner)).email).toBeUndefined();
      });

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
        expect(await store.openChat(partner, "slack", settings.slack!)).toBe(
          "https://hooks.slack.example/secret-token",
        );
      });

      it("stay unchanged when a change sets nothing", async () => {
        await setEmail("a@acme.example");
        expect((await store.change(partner, () => undefined)).rev).toBe(1);
      });
    });

    describe("a code", () => {
      it("confirms its address once", async () => {
        await setEmail("a@acme.example");
        const code = await codeOf();
        expect(code).toMatch(/^\d{8}$/);
        const confirmed = await store.confirm(partner, code);
        expect(confirmed).toMatchObject({ settings: { email: { confirmedAt: clock.now() } } });
        expect(await store.confirm(partner, code)).toEqual({ outcome: "notFound" });
      });

      it("becomes invalid after five wrong attempts", async () => {
        await setEmail("a@acme.example");
        const code = await codeOf();
        const wrong = code === "00000000" ? "11111111" : "00000000";
        for (const triesLeft of [4, 3, 2, 1, 0]) {
          expect(await store.confirm(partner, wrong)).toEqual({ outcome: "invalid", triesLeft });
        }
        expect(await store.confirm(partner, code)).toEqual({ outcome: "invalid", triesLeft: 0 });
        expect((await store.read(partner)).email?.confirmedAt).toBeUndefined();
      });

      it("counts simultaneous wrong attempts one by one", async () => {
        await setEmail("a@acme.example");
        const code = await codeOf();
        await Promise.all(["1", "2", "3", "4", "5"].map((wrong) => newStore().confirm(partner, wrong)));
        expect((await store.confirm(partner, code)).outcome).toBe("invalid");
      });

      it("expires after an hour", async () => {
        await setEmail("a@acme.example");
        const code = await codeOf();
        clock.advance(3_600_000);
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

      it("allows the next attempt only once after a refused one", async () => {
        const about = subject();
        await log.claim(about, "email", 1);
        expect(await log.claim(about, "email", 2)).toBe("lost");
        await log.record(about, "email", { outcome: "refused", reason: "smtp_451", retryable: true }, false);
        expect(await log.claim(about, "email", 1)).toBe("refused");
        expect(await log.claim(about, "email", 2)).toBe("claimed");
        expect(await newLog().claim(about, "email", 2)).toBe("lost");
        await log.record(about, "email", { outcome: "refused", reason: "smtp_451", retryable: true }, false);
        expect(await newLog().claim(about, "email", 2)).toBe("refused");
        expect(await log.claim(about, "email", 3)).toBe("claimed");
        await log.record(about, "email", { outcome: "refused", reason: "smtp_451", retryable: true }, true);
        expect(await log.claim(about, "email", 4)).toBe("lost");
        expect(await log.find(about, "email")).toMatchObject({ state: "failed", attempts: 3, reason: "smtp_451" });
      });

      it("marks an attempt as unknown if its worker never reported a result, and never repeats it", async () => {
        const about = subject();
        await log.claim(about, "email", 1);
        clock.advance(120_001);
        expect(await log.claim(about, "email", 1)).toBe("lost");
        expect(await log.find(about, "email")).toMatchObject({ state: "unknown", reason: "interrupted" });
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
}
