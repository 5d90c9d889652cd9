import { beforeEach, describe, expect, it } from "vitest";
import type { AlertMessage } from "../../../shared/alerts/alert-message.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { AlertsWorld, failing, partner } from "./alerts-world.ts";

let world: AlertsWorld;
beforeEach(async () => {
  world = new AlertsWorld();
  await world.setChannels("slack");
});

const minute = 60_000;
const afterMinutes = (failingAfterMinutes: 0 | 5 | 10) => world.change({ failingAfterMinutes });
const outage = (since: number, fields: object = {}): AlertMessage => ({
  ...{ kind: "outage", partner, subscription: "sub_1", since, ...fields },
});
const titles = () => world.posts.map(({ content }) => (content as { text: string }).text.split("\n")[0]);

/** Runs the queue's messages whose delay is over, as long as there are some; returns those that wait. */
async function runQueue(message: AlertMessage): Promise<void> {
  await world.run(message);
  for (let next = world.takeRetries(); next.length > 0; next = world.takeRetries()) {
    for (const { message: later, delaySeconds = 0 } of next) {
      world.clock.advance(delaySeconds * 1_000);
      await world.run(later);
    }
  }
}

describe("an outage", () => {
  it("alerts immediately a partner that wants that, and its notice causes no second message", async () => {
    await afterMinutes(0);
    const since = await world.fail();
    await runQueue(outage(since));
    expect(titles()).toEqual(["*A webhook endpoint is failing*"]);
    const failingSince = new Date(since).toISOString();
    world.clock.advance(10 * minute);
    await runQueue(world.event("bridge.endpoint_failing", { ...failing(), failingSince }));
    expect(titles()).toHaveLength(1);
  });

  it("alerts after five minutes, unless it is over by then", async () => {
    await afterMinutes(5);
    const since = await world.fail();
    await runQueue(outage(since));
    expect(titles()).toHaveLength(1);
    expect(world.clock.now() - since).toBe(5 * minute);

    const again = await world.fail("sub_2");
    await world.run(outage(again, { subscription: "sub_2" }));
    const [later] = world.takeRetries();
    expect(later).toMatchObject({ delaySeconds: 300 });
    await world.recover("sub_2");
    world.clock.advance(5 * minute);
    await world.run(later!.message);
    expect(titles()).toHaveLength(1);
  });

  it("alerts through its notice a partner that never chose", async () => {
    const since = await world.fail();
    await runQueue(outage(since));
    expect(titles()).toEqual([]);
    expect(world.clock.now()).toBe(since);
  });

  it("isn't confused with an earlier one by an old message", async () => {
    await afterMinutes(0);
    const since = await world.fail();
    world.clock.advance(minute);
    await world.fail();
    await runQueue(outage(since));
    expect(titles()).toEqual([]);
  });

  it("ends only for those who were alerted", async () => {
    await afterMinutes(0);
    const since = await world.fail();
    await runQueue(outage(since, { ended: true }));
    expect(titles()).toEqual([]);
    await runQueue(outage(since));
    await world.setChannels("slack", "email");
    await runQueue(outage(since, { ended: true }));
    expect(titles()).toEqual(["*A webhook endpoint is failing*", "*A webhook endpoint has recovered*"]);
    expect(world.mails).toEqual([]);
  });

  it("causes no message of an unwanted kind", async () => {
    await afterMinutes(0);
    await world.change({ kinds: ["endpoint_paused"] });
    await runQueue(outage(await world.fail()));
    expect(titles()).toEqual([]);
  });
});

describe("alerts enabled during outages", () => {
  it("cover each endpoint that has failed long enough or is paused, once", async () => {
    world.endpoints = ["sub_1", "sub_2", "sub_3", "sub_4", "sub_5"];
    await world.fail("sub_1");
    const pausedAt = new Date(await world.fail("sub_3", "paused")).toISOString();
    world.clock.advance(20 * minute);
    const young = await world.fail("sub_5");
    await runQueue({ kind: "ongoing", partner });
    expect(titles().toSorted()).toEqual(["*A webhook endpoint is failing*", "*A webhook endpoint is paused*"]);
    expect(world.clock.now()).toBe(young);
    const { unhealthyLimit, pausedLimit } = defaultTimings;
    for (const limit of [unhealthyLimit, pausedLimit]) {
      const [date = ""] = new Date(young - 20 * minute + limit).toISOString().split("T");
      expect(JSON.stringify(world.posts)).toContain(date);
    }
    await runQueue({ kind: "ongoing", partner });
    const disablesAt = new Date(world.clock.now()).toISOString();
    const event = { subscription: "sub_3", failingSince: pausedAt, pausedAt, disablesAt };
    await runQueue(world.event("bridge.endpoint_paused", event));
    expect(titles()).toHaveLength(2);
  });

  it("reach every chat in its own format", async () => {
    await world.setChannels("slack", "teams", "pagerduty");
    world.endpoints = ["sub_1"];
    await afterMinutes(0);
    await world.fail();
    await runQueue({ kind: "ongoing", partner });
    expect(world.posts.map(({ url, content }) => [new URL(url).host, Object.keys(content as object)[0]])).toEqual(
      expect.arrayContaining([
        ["hooks.slack.example", "text"],
        ["prod-00.westeurope.logic.example", "type"],
        ["events.pagerduty.example", "routing_key"],
      ]),
    );
    expect(JSON.stringify(world.subscriptions.items)).not.toContain("R0UTINGKEY");
  });
});
