import { beforeEach, describe, expect, it } from "vitest";
import { signatureOf, signingKey } from "../../../../shared/delivery/attempt/signature.ts";
import { CanaryProbe } from "../../../../shared/delivery/canary/canary-probe.ts";
import { SecretBox } from "../../../../shared/kernel/secret-box.ts";
import { mirrorItem } from "../../../../shared/mirror/mirror-item.ts";
import { OperationalEvents } from "../../../../shared/mirror/operational-events.ts";
import { canaryPartner } from "../../../../shared/partners/partner-key.ts";
import { eventsFrom } from "../../../../shared/publishing/events-from.ts";
import type { Subscription } from "../../../../shared/subscriptions/subscription.ts";
import { SubscriptionStore } from "../../../../shared/subscriptions/subscription-store.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { FakeKeyWrapper } from "../../../support/fake-key-wrapper.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { SeededRandomness } from "../../../support/seeded-randomness.ts";
import { SilentLogger } from "../../../support/silent-logger.ts";
import { testContext } from "../../../support/test-context.ts";

const url = "https://api.acme.test/canary";

function world() {
  const clock = new FakeClock();
  const randomness = new SeededRandomness(3);
  const table = new MemoryTable("subscriptions");
  const mirror = new MemoryTable("mirror");
  const secrets = new SecretBox({ table, keys: new FakeKeyWrapper(), clock, randomness, cacheMs: 1_000 });
  const subscriptions = new SubscriptionStore({ ...testContext({ clock, randomness }), table, secrets });
  const measured: [string, number][] = [];
  const logger = new SilentLogger();
  const at = (address: string) =>
    new CanaryProbe({
      ...testContext({ clock, logger, metrics: { record: (name, value) => void measured.push([name, value]) } }),
      events: new OperationalEvents({ ...testContext({ clock }), mirror }),
      subscriptions,
      url: address,
    });
  const standing = async () => (await subscriptions.list(canaryPartner, { limit: 10 })).items;
  const secretsOf = (one: Subscription) => subscriptions.secrets.openSecrets(one);
  /** What the pipeline would post for the canary that stands in the mirror. */
  const posted = async (key?: string) => {
    const [event] = eventsFrom(undefined, mirrorItem.parse(mirror.items.at(-1)));
    const body = JSON.stringify(event);
    const [subscription] = await standing();
    const [secret = ""] = key === undefined ? await subscriptions.secrets.openSecrets(subscription!) : [key];
    const timestamp = Math.floor(clock.now() / 1_000);
    const signature = signatureOf([signingKey(secret)], { id: event!.id, timestamp, body: Buffer.from(body) });
    const headers = { "webhook-id": event!.id, "webhook-timestamp": String(timestamp), "webhook-signature": signature };
    return { body, headers };
  };
  const disable = (id: string) => subscriptions.disable(canaryPartner, id, "owner");
  return { clock, mirror, measured, logger, at, standing, secretsOf, posted, disable };
}

describe("the canary", () => {
  let w: ReturnType<typeof world>;
  beforeEach(() => {
    w = world();
  });

  it("creates its subscription once, and an event that reaches no other subscription", async () => {
    await w.at(url).send();
    w.clock.advance(300_000);
    await w.at(url).send();
    expect(await w.standing()).toMatchObject([{ url, eventTypes: ["bridge.ping"], status: "active" }]);
    expect(w.mirror.items).toHaveLength(2);
    expect(w.mirror.items[0]).toMatchObject({ instance: `~${canaryPartner}`, partner: canaryPartner });
  });

  it("is one event per minute, however often its schedule fires", async () => {
    await w.at(url).send();
    w.clock.advance(1);
    await w.at(url).send();
    expect(w.mirror.items).toHaveLength(1);
  });

  it("follows a changed address, and leaves no subscription behind", async () => {
    await w.at("https://old.acme.test/canary").send();
    expect(await w.at(url).receive(await w.posted()), "signed for the old address").toBe("refused");
    await w.at(url).send();
    expect((await w.standing()).map((one) => one.url)).toEqual([url]);
  });

  it("replaces its subscription if that is disabled", async () => {
    await w.at(url).send();
    const [disabled] = await w.standing();
    await w.disable(disabled!.id);
    await w.at(url).send();
    expect(await w.standing()).toMatchObject([{ status: "active", id: expect.not.stringContaining(disabled!.id) }]);
  });

  it("keeps one of two subscriptions created at once, and accepts returns from either meanwhile", async () => {
    await Promise.all([w.at(url).send(), w.at(url).send()]);
    const [first, second] = await w.standing();
    expect(second).toMatchObject({ url, status: "active" });
    const secrets = [...(await w.secretsOf(first!)), ...(await w.secretsOf(second!))];
    expect(new Set(secrets).size).toBe(2);
    for (const secret of secrets) expect(await w.at(url).receive(await w.posted(secret))).toBe("measured");
    w.clock.advance(300_000);
    await w.at(url).send();
    expect(await w.standing()).toEqual([first]);
  });

  it("measures from the mirror to its return", async () => {
    await w.at(url).send();
    w.clock.advance(840);
    expect(await w.at(url).receive(await w.posted())).toBe("measured");
    expect(w.measured).toEqual([["canary.latency_ms", 840]]);
  });

  it.each([300_000, -300_000])(
    "accepts a request whose time is %i ms from its own, and none further away",
    async (away) => {
      await w.at(url).send();
      const request = await w.posted();
      w.clock.advance(away);
      expect(await w.at(url).receive(request)).toBe("measured");
      w.clock.advance(Math.sign(away) * 1_000);
      expect(await w.at(url).receive(request)).toBe("refused");
      const headers = { ...request.headers, "webhook-timestamp": "soon" };
      expect(await w.at(url).receive({ ...request, headers })).toBe("refused");
      expect(w.measured).toHaveLength(1);
    },
  );

  it("accepts only requests signed with its own secret, because anyone can post to it", async () => {
    await w.at(url).send();
    const request = await w.posted(`whsec_${Buffer.alloc(32, 7).toString("base64")}`);
    expect(await w.at(url).receive(request)).toBe("refused");
    const { "webhook-signature": signature, ...unsigned } = (await w.posted()).headers;
    expect(signature).toMatch(/^v1,/);
    expect(await w.at(url).receive({ body: request.body, headers: unsigned })).toBe("refused");
    const short = { ...unsigned, "webhook-signature": "v1,short" };
    expect(await w.at(url).receive({ body: request.body, headers: short })).toBe("refused");
    expect(w.measured).toEqual([]);
    expect(w.logger.lines.map(({ event }) => event)).toEqual(Array.from({ length: 3 }, () => "canary.refused"));
  });
});
