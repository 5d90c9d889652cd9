import { beforeEach, describe, expect, it } from "vitest";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import { AlertsWorld, failing, partner, slackUrl } from "./alerts-world.ts";

let world: AlertsWorld;
const refused = { outcome: "refused", reason: "smtp_451", retryable: true } as const;
const total = (name: string) => world.metrics.all().find((metric) => metric.name === name)?.sum ?? 0;

beforeEach(() => {
  world = new AlertsWorld();
});

describe("an event about an endpoint", () => {
  it("becomes one message per channel, with what to do and where", async () => {
    await world.setChannels("email", "slack");
    await world.hears();
    expect(world.mails).toEqual([
      {
        to: "oncall@acme.example",
        subject: "[Feedhook] A webhook endpoint is failing",
        text: [
          "The endpoint of subscription sub_1 has been failing since 2026-11-21 at 11:50 UTC. Its deliveries are held until it returns a 2xx status.",
          "Make the endpoint return a 2xx status before 2026-11-24 at 11:50 UTC. Otherwise, Feedhook will pause it.",
          "Details: https://feedhook.example.com/portal/endpoints/sub_1\n",
        ].join("\n\n"),
      },
    ]);
    expect(world.posts.map(({ url }) => url)).toEqual([slackUrl]);
    expect((world.posts[0]!.content as { text: string }).text).toMatch(
      /^\*A webhook endpoint is failing\*\nThe endpoint of /,
    );
    expect(total("alerts.sent")).toBe(2);
    expect((await world.log.latest(partner, 5)).map(({ channel, state }) => [channel, state])).toEqual([
      ["slack", "sent"],
      ["email", "sent"],
    ]);
  });

  it("causes no second message if it is repeated or handled by several workers", async () => {
    await world.setChannels("email", "slack");
    const message = world.event("bridge.endpoint_failing", failing());
    await Promise.all([world.run(message), world.run(message), world.run(message)]);
    await world.run(message);
    expect([world.mails.length, world.posts.length]).toEqual([1, 1]);
  });

  it("causes no second message after the warning before the pause, and a new one for another outage", async () => {
    await world.setChannels("email");
    await world.hears();
    await world.hears({ probes: 90 });
    expect(world.mails).toHaveLength(1);
    await world.hears({ failingSince: "2026-11-25T00:00:00.000Z" });
    await world.hears({ subscription: "sub_2" });
    expect(world.mails).toHaveLength(3);
  });

  it("is sent on a repeated message after an address temporarily couldn't be unsealed", async () => {
    await world.setChannels("email", "slack");
    const message = world.event("bridge.endpoint_failing", failing());
    const open = world.settings.openChat.bind(world.settings);
    let faults = 1;
    world.settings.openChat = async (...call) => {
      if ((faults -= 1) >= 0) throw new EngineUnavailableError("KMS can't answer");
      return open(...call);
    };
    await expect(world.run(message)).rejects.toThrow("KMS");
    expect([world.mails.length, world.posts.length, total("alerts.sent")]).toEqual([1, 0, 1]);
    await world.run(message);
    expect([world.mails.length, world.posts.length]).toEqual([1, 1]);
  });

  it("isn't done through a failing channel before the other channel got it", async () => {
    await world.setChannels("slack", "email");
    let release = (): void => undefined;
    world.mailsAfter = new Promise((resolve) => {
      release = resolve;
    });
    world.settings.openChat = async () => {
      throw new EngineUnavailableError("KMS can't answer");
    };
    let isDone = false;
    const run = world.hears();
    const done = run.catch(() => {
      isDone = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(isDone).toBe(false);
    release();
    await done;
    expect([isDone, world.mails.length]).toEqual([true, 1]);
  });

  it("causes no message after the partner's first thousand in a day, and the partner is informed", async () => {
    await world.setChannels("email");
    const outage = (n: number) => world.hears({ failingSince: new Date(n).toISOString() });
    for (let n = 1; n <= 1_002; n += 1) await outage(n);
    expect(world.mails).toHaveLength(1_000);
    expect(await world.log.latest(partner, 1)).toMatchObject([{ state: "failed", reason: "too_many_today" }]);
    expect(total("alerts.failed")).toBe(0);
    world.clock.advance(86_400_000);
    await outage(1_003);
    expect(world.mails).toHaveLength(1_001);
  });

  it("causes one message a day about expired deliveries", async () => {
    await world.setChannels("slack");
    const data = { subscription: "sub_1", event: "e", eventType: "person.updated", instance: "acme", attempts: 9 };
    for (const hours of [1, 1, 1]) {
      await world.run(world.event("bridge.delivery_exhausted", data));
      world.clock.advance(hours * 3_600_000);
    }
    expect(world.posts).toHaveLength(1);
    world.clock.advance(86_400_000);
    await world.run(world.event("bridge.delivery_exhausted", data));
    expect(world.posts).toHaveLength(2);
  });

  it.each([
    [
      "bridge.endpoint_paused",
      {
        subscription: "sub_1",
        failingSince: "2026-11-18T11:50:00.000Z",
        pausedAt: "2026-11-21T11:50:00.000Z",
        disablesAt: "2026-12-05T11:50:00.000Z",
      },
      /was paused on .*will disable the subscription on 2026-12-05 at 11:50 UTC/s,
    ],
    [
      "bridge.endpoint_disabled",
      { subscription: "sub_1", reason: "gone" },
      /subscription was disabled.*because its endpoint returned 410 Gone\. .*enable the subscription/s,
    ],
    ["bridge.endpoint_disabled", { subscription: "sub_1", reason: "requested" }, /endpoint asked Feedhook to stop\./],
    ["bridge.endpoint_disabled", { subscription: "sub_1", reason: "unreachable" }, /was paused for too long\./],
    [
      "bridge.endpoint_recovered",
      { subscription: "sub_1", was: "open", since: "2026-11-21T11:50:00.000Z" },
      /is responding again\. .*don't need to do anything/s,
    ],
    [
      "bridge.delivery_exhausted",
      { subscription: "sub_1", event: "e", eventType: "person.updated", instance: "acme", attempts: 9 },
      /Deliveries expired.*won't try them again\..*replay/s,
    ],
  ] as const)("%s says what happened and what to do", async (type, data, says) => {
    await world.setChannels("email");
    world.portalUrl = undefined;
    await world.run(world.event(type, data));
    expect(`${world.mails[0]!.subject}\n${world.mails[0]!.text}`).toMatch(says);
    expect(world.mails[0]!.text).not.toContain("undefined");
    expect(world.mails[0]!.text).not.toContain("Details");
  });

  it.each<[string, () => unknown]>([
    ["its kind is unwanted", () => world.change({ kinds: ["endpoint_disabled"] })],
    ["the partner has no channel", () => world.change({ email: undefined })],
    ["the partner is suspended", () => (world.isActive = false)],
    [
      "the address is unconfirmed",
      async () => world.change({ email: { address: "a@else.example", code: await world.settings.makeCode(partner) } }),
    ],
  ])("causes no message if %s", async (_, arrange) => {
    await world.setChannels("email");
    await arrange();
    await world.hears();
    expect(world.mails).toEqual([]);
  });

  it("causes no message if it is of another type, or gone", async () => {
    await world.setChannels("email");
    await world.run(world.event("bridge.instance_recovered", {}));
    await world.run({ kind: "event", partner, instance: `~${partner}`, event: "gone" });
    expect(world.mails).toEqual([]);
  });
});

describe("a refused message", () => {
  it("is resent later, and is then done", async () => {
    await world.setChannels("email", "slack");
    world.mailOutcomes.push(refused);
    await world.hears();
    const [retry] = world.takeRetries();
    expect(retry).toMatchObject({ delaySeconds: 60, message: { retry: { channel: "email", attempt: 2 } } });
    await world.run(retry!.message);
    expect([world.mails.length, world.posts.length, world.takeRetries().length]).toEqual([2, 1, 0]);
    expect(total("alerts.failed")).toBe(0);
    const events = new Set(world.logger.lines.map(({ event }) => event));
    expect(events).toEqual(new Set(["alert.refused", "alert.sent"]));
  });

  it("is resent through each refusing channel by one message", async () => {
    await world.setChannels("email", "slack");
    for (const outcomes of [world.mailOutcomes, world.chatOutcomes]) outcomes.push(refused, refused);
    await world.hears();
    for (const { message } of world.takeRetries()) await world.run(message);
    expect([world.mails.length, world.posts.length, world.takeRetries().length]).toEqual([2, 2, 2]);
  });

  it("is given up after the last wait, with a log line, a metric and an entry", async () => {
    await world.setChannels("email");
    world.mailOutcomes.push(...Array.from({ length: 9 }, () => refused));
    await world.hears();
    const delays: (number | undefined)[] = [];
    for (let [next] = world.takeRetries(); next !== undefined; [next] = world.takeRetries()) {
      delays.push(next.delaySeconds);
      await Promise.all([world.run(next.message), world.run(next.message)]);
    }
    expect(delays).toEqual([60, 300, 900, 900, 900]);
    expect(world.mails).toHaveLength(6);
    expect(await world.log.latest(partner, 5)).toMatchObject([{ state: "failed", attempts: 6, reason: "smtp_451" }]);
    expect(total("alerts.failed")).toBe(1);
    const lines = world.logger.lines.filter(({ event }) => event === "alert.failed");
    const about = { partner, kind: "endpoint_failing", subscription: "sub_1", channel: "email" };
    expect(lines.map(({ fields }) => fields)).toEqual([{ ...about, attempt: 6, reason: "smtp_451" }]);
    expect(JSON.stringify(world.logger.lines)).not.toContain("@");
  });

  it("isn't resent after a permanent refusal", async () => {
    await world.setChannels("slack");
    world.chatOutcomes.push({ outcome: "refused", reason: "http_404", retryable: false });
    await world.hears();
    expect(world.takeRetries()).toEqual([]);
    expect(await world.log.latest(partner, 5)).toMatchObject([{ state: "failed", reason: "http_404" }]);
    expect(total("alerts.failed")).toBe(0);
  });

  it("isn't resent if its response was lost, because it may have arrived", async () => {
    await world.setChannels("slack");
    world.chatOutcomes.push({ outcome: "unknown", reason: "timeout" });
    const message = world.event("bridge.endpoint_failing", failing());
    await world.run(message);
    await world.run(message);
    // A chat's address is its partner's own, so only emails count.
    expect([world.posts.length, world.takeRetries().length, total("alerts.failed")]).toEqual([1, 0, 0]);
  });

  it("is retried even if its worker died before scheduling that", async () => {
    await world.setChannels("email");
    world.mailOutcomes.push(refused);
    const message = world.event("bridge.endpoint_failing", failing());
    await world.run(message);
    world.takeRetries();
    await world.run(message);
    expect(world.mails).toHaveLength(1);
    expect(world.takeRetries()).toMatchObject([{ message: { retry: { attempt: 2 } } }]);
  });

  it("isn't retried through a channel that was removed", async () => {
    await world.setChannels("email", "slack");
    world.mailOutcomes.push(refused);
    await world.hears();
    await world.change({ email: undefined });
    for (const { message } of world.takeRetries()) await world.run(message);
    expect([world.mails.length, world.posts.length]).toEqual([1, 1]);
  });
});

describe("a requested message", () => {
  it("is a test through every usable channel, which isn't resent even after a temporary refusal", async () => {
    await world.setChannels("email", "slack");
    world.mailOutcomes.push(refused);
    await world.run({ kind: "test", partner, at: world.clock.now() });
    expect(world.mails[0]!.text).toContain("https://feedhook.example.com/portal/alerts");
    expect([world.posts.length, world.takeRetries()]).toEqual([1, []]);
    expect(await world.log.latest(partner, 2)).toMatchObject([{}, { state: "failed", reason: "smtp_451" }]);
  });

  it("is a code to the address it confirms, without a link, once, and only while the code is valid", async () => {
    const code = await world.settings.makeCode(partner);
    await world.change({ email: { address: "new@acme.example", code } });
    const message = { kind: "code", partner, at: code.madeAt } as const;
    await Promise.all([world.run(message), world.run(message)]);
    expect(world.mails).toHaveLength(1);
    const [mail] = world.mails;
    expect(mail!.to).toBe("new@acme.example");
    expect(mail!.text).not.toContain("http");
    const [digits] = /\d{8}/.exec(mail!.text) ?? [];
    expect(await world.settings.confirm(partner, digits!)).toMatchObject({ outcome: "ok" });
    await world.run({ ...message, at: code.madeAt + 1 });
    expect(world.mails).toHaveLength(1);
  });

  it("reports that mail is unavailable if the server was removed", async () => {
    await world.setChannels("email");
    world.sendsMail = false;
    await world.run({ kind: "test", partner, at: 5 });
    expect(await world.log.latest(partner, 1)).toMatchObject([{ state: "failed", reason: "no_mail_here" }]);
  });
});
