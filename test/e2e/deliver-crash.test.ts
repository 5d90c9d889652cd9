import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { type DeliveryRow, deliveryKey, deliveryRow } from "../../shared/delivery/rows/delivery-row.ts";
import type { DeliveryMessage } from "../../shared/fanout/delivery-message.ts";
import type { StoredEvent } from "../../shared/publishing/stored-event.ts";
import { closeServer, listenLocally } from "../support/local-server.ts";
import { engineIn } from "../support/node-engine.ts";
import { SeededRandomness } from "../support/seeded-randomness.ts";
import { storeEvents, subscribe } from "../support/subscribe.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { anEvent, idOf } from "../unit/fanout/an-event.ts";
import { crashSettings } from "./support/crash-settings.ts";

/**
 * 200 take four to eight minutes, depending on the machine's load: `RUNS=200 npx vitest run --project e2e
 * test/e2e/deliver-crash.test.ts`.
 */
const runs = Number(process.env["RUNS"] ?? 25);
const seed = Number(process.env["SEED"] ?? 1);
const perRun = 6;
const { fastDeadline } = crashSettings.timings;
/** The worker may finish after this many runs, because a message that ten workers die over is left to an operator. */
const restEvery = 5;

/** A partner that responds at random, and is down occasionally. */
class Receiver {
  readonly posts: { readonly id: string; readonly run: number }[] = [];
  readonly bodies = new Map<string, Set<string>>();
  run = 0;
  down = false;
  /** Deliveries whose 2xx is on disk. None of them may be repeated. */
  readonly done = new Set<string>();
  readonly repeated: string[] = [];
  readonly #waiting = new Set<{ readonly posts: number; readonly resolve: () => void }>();
  #connections = 0;
  #closed = () => {};
  readonly #server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const id = String(request.headers["webhook-id"]);
      const chance = this.#randomness.fraction();
      const wait = chance < 0.01 ? 1.25 * fastDeadline : chance * 20;
      this.posts.push({ id, run: this.run });
      this.bodies.set(id, (this.bodies.get(id) ?? new Set()).add(body));
      if (this.done.has(id)) this.repeated.push(id);
      const status = this.down || this.#randomness.fraction() < 0.15 ? 500 : 204;
      setTimeout(() => response.writeHead(status).end(), wait);
      for (const one of this.#waiting) if (this.posts.length >= one.posts) one.resolve();
    });
  });
  readonly #randomness = new SeededRandomness(seed);

  async start(): Promise<string> {
    this.#server.on("connection", (socket) => {
      this.#connections += 1;
      socket.once("close", () => {
        this.#connections -= 1;
        this.#closed();
      });
    });
    onTestFinished(() => closeServer(this.#server));
    return `${await listenLocally(this.#server)}/`;
  }

  /** Resolves as soon as this many posts have come, before the last response, or after `patience` ms. */
  async posted(posts: number, patience: number): Promise<void> {
    if (this.posts.length >= posts) return;
    await new Promise<void>((resolve) => {
      this.#waiting.add({ posts, resolve });
      setTimeout(resolve, patience).unref();
    });
  }

  /** Resolves once a dead worker's connections are closed, because everything its kernel sent has been read by then. */
  async readAll(): Promise<void> {
    while (this.#connections > 0) {
      await new Promise<void>((resolve) => {
        this.#closed = resolve;
      });
    }
  }
}

/** A worker that has loaded its code and waits to begin. */
async function loaded(dataDir: string): Promise<ChildProcess> {
  const file = join(import.meta.dirname, "support/deliver-main.ts");
  const env = { ...process.env, NODE_COMPILE_CACHE: join(dataDir, "compiled") };
  const child = spawn(process.execPath, [file, dataDir], { stdio: ["pipe", "pipe", "inherit"], env });
  await once(child.stdout, "data");
  return child;
}

/**
 * Events whose attempts the worker cut off, as it reports: an attempt cut off in the fast lane is repeated in the slow
 * one, unrecorded.
 */
function timeoutsOf({ stdout }: ChildProcess): readonly string[] {
  const events: string[] = [];
  stdout?.setEncoding("utf8").on("data", (text: string) => {
    events.push(...[...text.matchAll(/^timeout (\S+)$/gm)].map(([, event = ""]) => event));
  });
  return events;
}

test(`${runs} times killed at random moments (SEED=${seed}), the sender loses nothing and repeats only unrecorded attempts`, {
  timeout: 300_000 + runs * 10_000,
}, async () => {
  const randomness = new SeededRandomness(seed);
  const dataDir = temporaryFolder();
  const receiver = new Receiver();
  const engine = engineIn(dataDir, { settings: crashSettings });
  const { subscription } = await subscribe(engine, await receiver.start());
  const messages: DeliveryMessage[] = [];
  const published: StoredEvent[] = [];
  const recordedBefore = new Map<string, number>();
  const unrecorded: string[] = [];
  const unexplained: string[] = [];

  const publish = async () => {
    const fresh = Array.from({ length: perRun }, () => {
      const envelope = anEvent({ id: idOf(messages.length + 1, engine.clock.now()) });
      const to = { subscription: subscription.id, partner: "prt_operator", instance: "acme" };
      messages.push({ ...to, event: envelope.id, run: "0", attempt: 1 });
      return envelope;
    });
    published.push(...(await storeEvents(engine, ...fresh)));
    const sent = messages.slice(-perRun).map((message) => ({ body: JSON.stringify(message), group: subscription.id }));
    await engine.queue("deliver").send(sent);
  };
  const rows = async (): Promise<readonly (DeliveryRow | undefined)[]> => {
    const items = await engine.table("deliveries").getAll(messages.map(deliveryKey));
    return items.map((item) => (item === undefined ? undefined : deliveryRow.parse(item)));
  };
  const allDelivered = async () => {
    const end = Date.now() + 120_000;
    while (Date.now() < end && !(await rows()).every((row) => row?.state === "delivered")) await sleep(20);
  };
  /** Compares what is on disk, now that the worker is dead, with what it posted, and decides what may be repeated. */
  const judge = async (timeouts: readonly string[]) => {
    for (const [at, row] of (await rows()).entries()) {
      const { event } = messages[at]!;
      const posts = receiver.posts.filter(({ id, run }) => id === event && run === receiver.run);
      const recorded = row?.attempts.length ?? 0;
      const missing = posts.length - (recorded - (recordedBefore.get(event) ?? 0));
      recordedBefore.set(event, recorded);
      if (row?.state === "delivered") receiver.done.add(event);
      if (missing <= 0) continue;
      unrecorded.push(event);
      // The one in flight when its worker was killed: a first attempt has no row, and every other one a claimed row.
      const underWay = row === undefined || row.claimedAt !== undefined ? 1 : 0;
      const timedOut = timeouts.filter((id) => id === event).length;
      if (missing > underWay + timedOut) unexplained.push(`${event} in run ${receiver.run}: ${JSON.stringify(row)}`);
    }
  };

  let next = loaded(dataDir);
  for (receiver.run = 1; receiver.run <= runs; receiver.run += 1) {
    const worker = await next;
    const timeouts = timeoutsOf(worker);
    next = loaded(dataDir);
    const rests = receiver.run % restEvery === 0;
    receiver.down = !rests && receiver.run % 10 >= 8;
    if (!rests) await publish();
    worker.stdin?.write("go\n");
    await once(worker.stdout!, "data");
    if (rests) {
      await allDelivered();
      await publish();
    }
    // The crash comes after some progress rather than some time, which other work on the machine would stretch.
    const some = Math.floor(randomness.fraction() * (perRun + 1));
    // A healthy endpoint gets everything just published, and the circuit of a failing one opens eventually.
    const patience = receiver.down ? 300 : 60_000;
    // An attempt that waits for its response can't be on record.
    const amidAttempt = receiver.run % 3 === 1;
    await receiver.posted(receiver.posts.length + (amidAttempt ? Math.max(1, some) : some), patience);
    if (!amidAttempt) await sleep(randomness.fraction() * 25);
    worker.kill("SIGKILL");
    // Not "exit", because its last lines may be read after that.
    await once(worker, "close");
    await receiver.readAll();
    await judge(timeouts);
  }
  const last = await next;
  last.stdin?.write("go\n");
  receiver.down = false;
  await allDelivered();
  const states = Map.groupBy(await rows(), (row) => row?.state ?? "unknown");
  const names = ["deliver", "deliver-slow", "recover"] as const;
  const depths = await Promise.all(names.map(async (name) => ({ name, ...(await engine.queue(name).depth()) })));
  last.kill("SIGKILL");
  await once(last, "exit");
  engine.close();

  const found = [...states].map(([state, those]) => `${state}: ${those.length}`);
  expect(found, JSON.stringify(depths)).toEqual([`delivered: ${runs * perRun}`]);
  expect(depths.filter(({ dead }) => dead > 0)).toEqual([]);
  expect(receiver.repeated).toEqual([]);
  expect(unexplained).toEqual([]);
  expect(unrecorded.length).toBeGreaterThan(0);
  // Everything that came, however often, is what was published under that id.
  expect(receiver.bodies).toEqual(new Map(published.map(({ envelope, body }) => [envelope.id, new Set([body])])));
});
