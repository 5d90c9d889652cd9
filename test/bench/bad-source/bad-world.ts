import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { startBridge } from "../../../infra/node/start-bridge.ts";
import { subject } from "../../../shared/kernel/catalogue.ts";
import { FlakySubscriber } from "../../e2e/support/flaky-subscriber.ts";
import type { OracleEntry } from "../../e2e/support/oracle.ts";
import { account, type Finding, findingText } from "../../soak/account.ts";
import { operatorKey, SoakOperator } from "../../soak/soak-operator.ts";
import { type FaultCounts, SourceProcess } from "../../soak/source-process.ts";
import { faultMix } from "../../support/fault-mix.ts";
import { PublishedEvents } from "../published-events.ts";
import type { BenchTimings } from "./bench-timings.ts";
import { type ChangeDelay, changeDelays, percentile } from "./change-delays.ts";
import { VisitLog } from "./visit-log.ts";

export type WorldOptions = {
  /** The share of faulty responses. */
  readonly rate: number;
  readonly seed: number;
  readonly workers: number;
  readonly records: number;
  readonly requestsPerSecond: number;
  readonly oneLiveToken: boolean;
  readonly bench: BenchTimings;
  /** The longest wait (ms) for first contact. Then the faults end until it is complete. */
  readonly patience: number;
};

/** Times in ms; Infinity if something didn't come in the given time. */
export type WorldFigures = {
  readonly firstContact: number;
  /** The number of events when first contact is complete, and of the requests until then. */
  readonly rows: number;
  readonly requests: number;
  readonly records: Quantiles;
  readonly documents: Quantiles;
  readonly lost: number;
  readonly visits: number;
  readonly insideRetryAfter: FaultCounts["insideRetryAfter"];
  /** All requests during the faults. */
  readonly asked: number;
  /** The share of faulty responses. */
  readonly faulty: number;
  readonly catchUp: { readonly records: number; readonly documents: number };
  /** How many times `ownerPeriod` owners wait with this budget, according to the status before the outage. */
  readonly stretch: number;
  /** The final mistakes, in words. */
  readonly unreported: readonly string[];
  readonly invented: readonly string[];
};

export type Quantiles = { readonly count: number; readonly p50: number; readonly p99: number };

const statusAnswer = z.object({
  instances: z.array(
    z.object({
      baselineDone: z.boolean(),
      feeds: z.object({ owners: z.object({ stretch: z.number().default(1) }).optional() }),
      firstContact: z.object({ ownersMet: z.number().optional(), ownersKnown: z.number().optional() }).optional(),
    }),
  ),
});

/** Changes per second while the source is live and while it is down. */
const changesPerSecond = 1.5;
const progressEvery = 15_000;

/** One source with its faults, and one bridge: first contact, live changes, an outage, and their results. */
export async function badWorld(options: WorldOptions): Promise<WorldFigures> {
  await using left = new AsyncDisposableStack();
  const { bench, records, workers, seed } = options;
  // Late commits are left out: only rare sweeps find them.
  const settings = { switches: { lateCommits: false, oneLiveToken: options.oneLiveToken } };
  const source = await SourceProcess.start(seed, { records, settings });
  left.defer(() => {
    source.stop();
  });
  const subscriber = await FlakySubscriber.start(() => false);
  left.defer(() => subscriber.close());
  const dataDir = mkdtempSync(join(tmpdir(), "feedhook-bad-source-"));
  left.defer(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });
  const log = new VisitLog();
  const bridge = await startBridge({
    ...{ dataDir, workers, operatorKey, logger: log, partnerUrl: source.ready.url },
    ...{ port: 0, allowInsecureEndpoints: true, timings: bench.timings },
  });
  left.defer(() => bridge.stop());
  const operator = new SoakOperator(bridge.url);
  await operator.ask("POST", "/v1/subscriptions", { url: subscriber.url, eventTypes: ["*"] });
  await source.readOracle();
  const world = new World(options, { source, subscriber, operator, log, after: source.oracle.at(-1)?.sequence ?? 0 });
  const events = new PublishedEvents(dataDir, source.ready.access.name);
  left.defer(() => {
    events.close();
  });
  return await world.run(events);
}

type WorldParts = {
  readonly source: SourceProcess;
  readonly subscriber: FlakySubscriber;
  readonly operator: SoakOperator;
  readonly log: VisitLog;
  /** The last earlier entry of the source. */
  readonly after: number;
};

class World {
  readonly #options: WorldOptions;
  readonly #parts: WorldParts;
  readonly #began = Date.now();
  #shown = Date.now();

  constructor(options: WorldOptions, parts: WorldParts) {
    this.#options = options;
    this.#parts = parts;
  }

  async run(events: PublishedEvents): Promise<WorldFigures> {
    const { bench } = this.#options;
    const { source, log } = this.#parts;
    const spec = faultMix(this.#options.rate);
    await source.setFaults(spec);
    const firstContact = await this.#meet(events);
    const { requests } = await source.faults();
    // The last rows read become events a moment later.
    await sleep(2_000);
    const rows = events.count();
    await source.setFaults(spec);

    const live = await this.#changes(bench.live, this.#parts.after, bench.drain);
    const { stretch } = (await this.#status())?.feeds.owners ?? { stretch: 1 };
    const middle = source.oracle.at(-1)?.sequence ?? 0;
    source.down();
    await this.#change(bench.outage);
    source.up();
    const up = Date.now();
    const missed = await this.#reported(middle, bench.catchUp, "after the outage");
    const { insideRetryAfter, injected, requests: asked } = await source.faults();
    await source.endFaults();
    const wrong = await this.#settle(events);
    const faults = Object.values(injected).reduce((sum, count) => sum + count, 0);
    return {
      ...{ firstContact, rows, requests, insideRetryAfter, stretch, ...wrong },
      ...{ records: quantilesOf(live, "record"), documents: quantilesOf(live, "document") },
      ...{ lost: log.ends.of("lost"), visits: log.ends.visits, faulty: faults / Math.max(1, asked), asked },
      catchUp: { records: caughtUp(missed, "record", up), documents: caughtUp(missed, "document", up) },
    };
  }

  /** Ms until first contact is complete. */
  async #meet(events: PublishedEvents): Promise<number> {
    const { operator, source } = this.#parts;
    const { requestsPerSecond, patience } = this.#options;
    const { name, clientId, clientSecret } = source.ready.access;
    const registration = { credentials: { clientId, clientSecret }, requestsPerSecond };
    await operator.ask("PUT", `/v1/instances/${name}`, registration);
    const began = Date.now();
    let isPatient = true;
    for (;;) {
      await sleep(250);
      const instance = await this.#status();
      const took = Date.now() - began;
      if (instance?.baselineDone === true) return isPatient ? took : Number.POSITIVE_INFINITY;
      const { ownersMet = 0, ownersKnown = 0 } = instance?.firstContact ?? {};
      this.#say(() => `first contact: ${ownersMet} of ${ownersKnown} owners met, ${events.count()} events`);
      if (took <= patience) continue;
      if (isPatient) {
        console.log(`    first contact takes longer than ${(patience / 1_000).toFixed(0)} s: the faults end`);
        await source.endFaults();
      }
      isPatient = false;
      if (took > 2 * patience) throw new Error("without faults, first contact doesn't end either");
    }
  }

  async #status() {
    return statusAnswer.parse(await this.#parts.operator.ask("GET", "/v1/status")).instances[0];
  }

  /** Lets the source change for `ms`, and waits up to `within` ms until all changes are published. */
  async #changes(ms: number, after: number, within: number): Promise<readonly ChangeDelay[]> {
    await this.#change(ms);
    return this.#reported(after, within, "live");
  }

  async #change(ms: number): Promise<void> {
    const { source } = this.#parts;
    source.live(changesPerSecond);
    await sleep(ms);
    source.live(0);
    await source.readOracle();
  }

  async #reported(after: number, within: number, what: string): Promise<readonly ChangeDelay[]> {
    const { source, subscriber } = this.#parts;
    for (const began = Date.now(); ; ) {
      const delays = changeDelays(source.oracle, after, subscriber.taken);
      const unreported = delays.filter(({ deliveredAt }) => deliveredAt === undefined).length;
      this.#say(() => `${what}: ${delays.length - unreported} of ${delays.length} changes published`);
      if (unreported === 0 || Date.now() - began >= within) return delays;
      await sleep(500);
    }
  }

  /** Without faults, exactly the changes must be published in the end. */
  async #settle(events: PublishedEvents): Promise<Pick<WorldFigures, "unreported" | "invented">> {
    const { source, subscriber, operator, after } = this.#parts;
    for (const began = Date.now(); ; ) {
      await operator.approveRemovals();
      const taken = [...subscriber.distinct.values()].map(({ event }) => event);
      // Delays don't count here: a state may have passed unread before the next one.
      const patience = { surelyRead: Number.POSITIVE_INFINITY, ownerSurelyRead: Number.POSITIVE_INFINITY };
      const { lost, invented } = account({ ...patience, oracle: source.oracle, after, events: taken, troubles: [] });
      const unmet = neverMet(source.oracle.slice(0, after), events);
      const unreported = [...lost.map(inWords), ...unmet.map((name) => `${name}: not met by first contact`)];
      this.#say(() => `in the end: ${unreported.length} unpublished`);
      if (unreported.length === 0 || Date.now() - began >= this.#options.bench.end)
        return { unreported, invented: invented.map(inWords) };
      await sleep(2_000);
    }
  }

  #say(what: () => string): void {
    if (Date.now() - this.#shown < progressEvery) return;
    this.#shown = Date.now();
    console.log(`    ${((Date.now() - this.#began) / 1_000).toFixed(0).padStart(4)} s  ${what()}`);
  }
}

/** Records that existed before the bridge and have no event. Entries of change feeds have no subject. */
function neverMet(before: readonly OracleEntry[], events: PublishedEvents): readonly string[] {
  const subjects = before.flatMap(({ change: { resource, id } }) => {
    const parsed = subject.safeParse(resource === "document-folder" ? "folder" : resource);
    return parsed.success ? [{ type: parsed.data, id }] : [];
  });
  const distinct = new Map(subjects.map((one) => [`${one.type}/${one.id}`, one]));
  return [...distinct].flatMap(([name, { type, id }]) => (events.countOf(type, id) === 0 ? [name] : []));
}

const inWords = (one: Finding): string => findingText(one).slice(0, 250);

function quantilesOf(delays: readonly ChangeDelay[], kind: ChangeDelay["kind"]): Quantiles {
  const some = delays.filter((delay) => delay.kind === kind);
  return { count: some.length, p50: percentile(some, 0.5), p99: percentile(some, 0.99) };
}

/** Ms from the end of the outage until its last change was published. */
function caughtUp(delays: readonly ChangeDelay[], kind: ChangeDelay["kind"], up: number): number {
  const some = delays.filter((delay) => delay.kind === kind);
  return Math.max(0, ...some.map(({ deliveredAt = Number.POSITIVE_INFINITY }) => deliveredAt - up));
}
