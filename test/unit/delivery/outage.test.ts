import { describe, expect, it } from "vitest";
import { type IncomingDelivery, incomingDelivery } from "../../../shared/delivery/attempt/attempt-answer.ts";
import { recoverMessage } from "../../../shared/delivery/backlog/drain-turns.ts";
import type { OutgoingMessage } from "../../../shared/kernel/ports/queue.ts";
import type { MemoryQueue } from "../../support/memory-queue.ts";
import { idOf } from "../fanout/an-event.ts";
import { answered, DeliveryWorld } from "./delivery-world.ts";

const hour = 3_600_000;
const minute = 60_000;

/** The stage on virtual time: queues delay messages as requested, and the clock sweeps every 15 s. */
class Timeline {
  readonly world = new DeliveryWorld({ pageSize: 1_000, drainLimit: 2_000 });
  readonly #pending: { readonly at: number; readonly run: () => Promise<unknown> }[] = [];
  #sweptAt = 0;
  readonly begin = this.world.clock.now();

  get elapsed(): number {
    return this.world.clock.now() - this.begin;
  }

  async until(end: number, step: number, each?: () => IncomingDelivery[]): Promise<void> {
    while (this.elapsed < end) {
      this.world.clock.advance(step);
      if (each !== undefined) await this.deliver(each());
      if (this.elapsed - this.#sweptAt >= 15_000) {
        this.#sweptAt = this.elapsed;
        await this.world.recovery.run({ kind: "sweep" });
      }
      await this.settle();
    }
  }

  async deliver(messages: IncomingDelivery[]): Promise<void> {
    if (messages.length > 0) await this.world.run(...messages);
  }

  /** Runs the queues' ready messages until there are none. */
  async settle(): Promise<void> {
    const { deliver, deliverSlow, recover, clock } = this.world;
    const now = clock.now();
    for (;;) {
      this.#take(recover, (body) => () => this.world.recovery.run(recoverMessage.parse(body)));
      const work = (body: unknown) => () => this.deliver([incomingDelivery.parse(body)]);
      this.#take(deliver, work);
      this.#take(deliverSlow, work);
      const ready = this.#pending.filter(({ at }) => at <= now);
      if (ready.length === 0) return;
      for (const one of ready) this.#pending.splice(this.#pending.indexOf(one), 1);
      for (const { run } of ready) await run();
    }
  }

  #take(queue: MemoryQueue, work: (body: unknown) => () => Promise<unknown>): void {
    const now = this.world.clock.now();
    for (const { body, delaySeconds = 0 } of queue.sent.splice(0) satisfies OutgoingMessage[]) {
      this.#pending.push({ at: now + delaySeconds * 1_000, run: work(JSON.parse(body)) });
    }
  }
}

describe("an endpoint that is down for three days under 24 events an hour", () => {
  it("is dialled once per probe, loses nothing, and gets everything in order at the ramp when it recovers", async () => {
    const timeline = new Timeline();
    const { world } = timeline;
    world.subscribe();
    let up = false;
    world.answer = () => (up ? answered(200) : answered(503));
    let count = 0;
    const published: string[] = [];
    const publish = () => {
      count += 1;
      const message = world.message(count, { id: idOf(count, world.clock.now()) });
      published.push(message.event);
      return message;
    };
    const dials: number[] = [];
    const { answer } = world;
    world.answer = (post) => {
      dials.push(timeline.elapsed);
      return answer(post);
    };

    // The outage lasts for 71 hours, one less than until the pause.
    let steps = 0;
    await timeline.until(71 * hour, 15_000, () => ((steps += 1) % 10 === 0 ? [publish()] : []));
    expect(world.endpoint()).toMatchObject({ health: { state: "open", told: "pausing" } });
    const opening = dials[4]!;
    const probes = dials.slice(5).map((at) => at - opening);
    // 30 s, 1, 2, 5, 10, 20 and 30 minutes apart, then every 30; a sweep comes every 15 s.
    const ladder = [30, 60, 120, 300, 600, 1_200].map((wait) => wait * 1_000);
    let due = 0;
    for (const [place, at] of probes.entries()) {
      due = (place === 0 ? 0 : probes[place - 1]!) + (ladder[place] ?? 30 * minute);
      expect(at).toBeGreaterThanOrEqual(due);
      expect(at - due).toBeLessThan(20_000);
    }
    expect(probes.length).toBeGreaterThan(140);
    expect(world.notified.map(({ type }) => type)).toEqual(["bridge.endpoint_failing", "bridge.endpoint_failing"]);
    expect(world.rows().filter(({ state }) => state === "expired")).toEqual([]);
    expect(world.backlogRows()).toHaveLength(count);

    up = true;
    world.posts.splice(0);
    const back = timeline.elapsed;
    await timeline.until(back + 31 * minute, 15_000);
    expect(world.endpoint()).toMatchObject({ health: { state: "healthy" } });
    await timeline.until(back + 45 * minute, 1_000);
    const times = dials.filter((at) => at > back);
    const sent = world.posts.map(({ headers }) => headers["webhook-id"]!);
    expect(new Set(sent)).toEqual(new Set(published));
    expect(sent).toHaveLength(published.length);
    expect(world.rows().every(({ state }) => state === "delivered")).toBe(true);
    expect(world.backlogRows()).toEqual([]);
    // The first one was the probe; what was held goes oldest first.
    expect(sent.slice(1)).toEqual(published.filter((id) => id !== sent[0]));
    const perSecond = new Map<number, number>();
    for (const at of times.slice(1)) perSecond.set(at, (perSecond.get(at) ?? 0) + 1);
    const portions = [...perSecond.values()];
    expect(portions.slice(0, 4)).toEqual([10, 12, 15, 18]);
    expect(Math.max(...portions)).toBe(200);
    expect(world.notified.at(-1)?.type).toBe("bridge.endpoint_recovered");
  });
});
