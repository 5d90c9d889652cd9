import { describe, expect, it } from "vitest";
import { mostPartnerSteps } from "../../../shared/fanout/subscription-index.ts";
import { maxSteps } from "../../../shared/subscriptions/patterns/match-pattern.ts";
import { dataWithSkills, dearFilter } from "../../support/dear-filters.ts";
import { stepsPerTurn } from "../../support/steps-per-turn.ts";
import { idOf } from "./an-event.ts";
import { FanoutWorld } from "./fanout-world.ts";

const nameOf = (at: number) => `sub_${String(at).padStart(3, "0")}`;

describe("fan-out of the most complex filters", () => {
  it("tests one event for many partners in slices", async () => {
    const world = new FanoutWorld();
    for (let at = 0; at < 40; at += 1) {
      world.subscribe({ id: nameOf(at), partner: `prt_${at}`, filter: dearFilter(at) });
    }
    const event = world.event(1, { data: dataWithSkills(100) });
    const steps = await stepsPerTurn(async () => world.fanOut().run([event]));
    expect(world.sent()).toEqual([]);
    expect(steps.longestTurn).toBeLessThan(maxSteps);
  });

  it("bounds a partner's steps per event: its other filters are undecided and get the event, and other partners' are decided", async () => {
    const world = new FanoutWorld();
    for (let at = 0; at < 100; at += 1) world.subscribe({ id: nameOf(at), filter: dearFilter(at) });
    const others = { wanted: { data: { skills: { id: ["skill-7"] } } }, other: { type: [{ prefix: "project." }] } };
    world.subscribe({ id: "sub_wanted", partner: "prt_2", filter: others.wanted });
    world.subscribe({ id: "sub_other", partner: "prt_2", filter: others.other });
    const event = world.event(1, { data: dataWithSkills(200) });
    const steps = await stepsPerTurn(async () => world.fanOut().run([event]));
    expect(steps.total).toBeLessThan(mostPartnerSteps + maxSteps);
    const sent = world.sent();
    const undecided = Array.from({ length: 100 }, (_, at) => nameOf(at)).slice(1 - sent.length);
    expect(undecided.length).toBeGreaterThan(90);
    expect(undecided.length).toBeLessThan(100);
    expect(sent).toEqual([...undecided, "sub_wanted"].map((id) => `${id} ${event.id}`));
    expect(world.metrics).toEqual([["fanout.filters_undecided", undecided.length]]);
    expect(world.logger.lines).toMatchObject([{ event: "fanout.filters_undecided" }]);
    // Each event has the same bound, whatever the events before it took.
    await world.fanOut().run([world.event(2, { data: dataWithSkills(200) }), world.event(3)]);
    expect(world.sent().filter((one) => one.endsWith(idOf(3)))).toEqual([]);
  });

  it("decides hundreds of ordinary filters of one partner, even on a record with a long list", async () => {
    const world = new FanoutWorld();
    for (let at = 0; at < 100; at += 1) {
      world.subscribe({ id: nameOf(at), filter: { data: { skills: { label: [{ prefix: `~${at}` }] } } } });
    }
    for (let at = 100; at < 500; at += 1) {
      world.subscribe({
        id: nameOf(at),
        filter: { subject: { type: [{ prefix: "p" }] }, changes: { field: [`f${at}`] } },
      });
    }
    await world.fanOut().run([world.event(1, { data: dataWithSkills(490) })]);
    expect(world.sent()).toEqual([]);
    expect(world.metrics).toEqual([]);
  });

  it("doesn't count work that a filter was refused", async () => {
    const world = new FanoutWorld();
    const huge = { data: { list: [{ prefix: "~" }] } };
    for (let at = 0; at < 50; at += 1) world.subscribe({ id: nameOf(at), filter: huge });
    world.subscribe({ id: "sub_small", filter: { data: { name: [{ prefix: "~" }] } } });
    const list = Array.from({ length: 40_000 }, (_, at) => `x${at}`);
    const event = world.event(1, { data: { name: "n", list } });
    await world.fanOut().run([event]);
    expect(world.sent()).toHaveLength(50);
  });
});
