import { call } from "./support/client.ts";
import { describeFaults } from "./support/describe-faults.ts";
import { sweeps } from "./support/every-fault.ts";
import { FaultWorld } from "./support/fault-world.ts";
import { afterwards, random } from "./support/request.ts";

const period = 15_000;
const tick = [{ body: JSON.stringify({ instance: "acme" }) }];
const walk = encodeURIComponent("acme#company-walk#d0ddd135aa1f");

/** Runs ticks without visits: their grants wait in the queue. */
async function tickOn(world: FaultWorld, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    world.send("ticks", tick);
    await world.run(period);
  }
}

function withoutVisits(world: FaultWorld): void {
  for (const place of ["poll", "recover"] as const) world.held.add(place);
}

/** The feeds that were granted a visit. */
function grants(world: FaultWorld): readonly string[] {
  const messages = world.waiting.filter((one) => one.startsWith("queue poll holds "));
  return messages.flatMap((one) => JSON.parse(one.slice("queue poll holds ".length)).feedIds as readonly string[]);
}

/** What the work grants without faults. */
let wanted: readonly string[] = [];

/** A moment at which feeds of several classes are due, and one was requested. */
const dueFor = (work: (world: FaultWorld) => Promise<unknown>) => async (world: FaultWorld) => {
  withoutVisits(world);
  await tickOn(world, 7);
  world.keep("poll", () => false);
  await call(world, { method: "POST", path: `/v1/feeds/${walk}/rewind`, body: {} });
  const trial = new FaultWorld(world.state, world.setting);
  withoutVisits(trial);
  await work(trial);
  wanted = grants(trial);
};

/** Counts grants as posted: one may be repeated, and none may be lost. */
function noteGrants(world: FaultWorld): void {
  for (const feed of grants(world).filter((one) => wanted.includes(one)))
    world.posts.push({ url: "poll", event: feed, body: JSON.stringify(feed) });
  world.keep("poll", () => false);
}

async function oneTick(world: FaultWorld): Promise<void> {
  withoutVisits(world);
  world.send("ticks", tick);
  await world.handle("ticks");
}

async function oneMinute(world: FaultWorld): Promise<void> {
  withoutVisits(world);
  await world.invoke("clock", {});
}

/** The history of a plan and a feed. */
const canon = {
  history: ["wheel", "underWayUntil", "nowRev"],
  rows: [/^feeds acme#(plan|beats)/, ...afterwards],
};

describeFaults("schedule", [
  {
    name: "grant what is due",
    prepare: dueFor(oneTick),
    act: oneTick,
    settle: async (world) => {
      await world.run(period);
      await tickOn(world, 8);
      noteGrants(world);
    },
    repeats: 9,
    repeatsBeside: 9,
    likeReadsAlike: true,
    canon,
  },
  {
    name: "fire the clock",
    prepare: dueFor(async (world) => {
      await oneMinute(world);
      await world.run(60_000);
    }),
    act: oneMinute,
    settle: async (world) => {
      await world.run(60_000);
      for (let minute = 0; minute < 2; minute += 1) {
        await world.invoke("clock", {});
        await world.run(60_000);
      }
      noteGrants(world);
      if (!world.waiting.some((one) => one.startsWith("queue recover"))) throw new Error("no sweep was sent");
      world.keep("recover", () => false);
    },
    repeats: 9,
    repeatsBeside: 9,
    canon,
  },
  {
    name: "send a canary",
    act: async (world) => {
      await world.invoke("canary", {});
    },
    settle: async (world) => {
      await sweeps(world);
      await world.invoke("canary", {});
      await sweeps(world);
    },
    // The first one may have been lost; the next one must return.
    canon: { history: random, rows: afterwards, lines: [/canary:<time>:31/, /^events (ledger|hours)/] },
  },
]);
