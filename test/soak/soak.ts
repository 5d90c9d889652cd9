import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "../../infra/sandbox/store/random.ts";
import { FlakySubscriber } from "../e2e/support/flaky-subscriber.ts";
import { mountSmallDisk, pretendedSmallDisk, type SmallDisk } from "../support/small-disk.ts";
import { type AccountInput, type Accounts, account } from "./account.ts";
import { BridgeProcess } from "./bridge-process.ts";
import type { Sample } from "./curves-svg.ts";
import { writeEvidence } from "./evidence.ts";
import { freePort } from "./free-port.ts";
import { patiently } from "./patiently.ts";
import { soakConfig, soakFaults, soakPatience } from "./soak-config.ts";
import { operatorKey, SoakOperator } from "./soak-operator.ts";
import type { Disturbance } from "./soak-plan.ts";
import { SourceProcess } from "./source-process.ts";
import type { Trouble } from "./undisturbed.ts";
import { writeHistory } from "./write-history.ts";

export type Seen = {
  readonly samples: readonly Sample[];
  readonly disturbances: readonly Disturbance[];
  readonly accounts: Accounts;
  /** Files with all data about losses and inventions, in that order. */
  readonly evidence: readonly string[];
  readonly changes: number;
  readonly events: number;
  readonly repeats: number;
  readonly refused: number;
  readonly unverified: readonly string[];
  readonly crashes: readonly string[];
  readonly starts: number;
  readonly logged: { readonly [event: string]: number };
  /** Ms until everything was accounted for; undefined for never. */
  readonly drainedAfter: number | undefined;
  /** Injected faults by kind. */
  readonly faults: unknown;
};

type Parts = {
  readonly directory: string;
  readonly disk: SmallDisk;
  readonly source: SourceProcess;
  readonly bridge: BridgeProcess;
  readonly operator: SoakOperator;
  readonly subscriber: FlakySubscriber;
  readonly subscriberState: { isDown: boolean };
};

const [sampleEvery, reviewEvery] = [5_000, 120_000];
/** How much longer (ms) a sync takes on a slow disk, such as a busy network volume. */
const slowSync = 300;

/** All processes of a soak: sandbox and bridge separately, the subscriber in this one. */
export class Soak {
  readonly #parts: Parts;
  readonly #samples: Sample[] = [];
  readonly #disturbances: Disturbance[] = [];
  readonly #troubles: Trouble[] = [];
  #abandoned = false;
  #over = false;
  #startedAt = 0;
  /** The source's last entry at first contact. */
  #after = 0;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Starts everything and waits until first contact is complete. */
  static async start(directory: string, seed: number): Promise<Soak> {
    const random = seededRandom(seed + 1);
    const subscriberState = { isDown: false };
    const subscriber = await FlakySubscriber.start(() => subscriberState.isDown || random() < 0.03);
    const source = await SourceProcess.start(seed);
    const mounted = await mountSmallDisk(join(directory, "disk"), 3_000);
    if (mounted === undefined)
      console.log("no file system may be mounted here: the bridge gets the faults of a full disk");
    const disk = mounted ?? pretendedSmallDisk(join(directory, "disk"));
    const data = join(disk.directory, "data");
    const [config, clock, slow] = [
      join(directory, "config.json"),
      join(directory, "clock"),
      join(directory, "slow-disk"),
    ];
    const port = await freePort();
    const { name, clientId, clientSecret } = source.ready.access;
    const instance = { name, clientId, clientSecret, requestsPerSecond: 200 };
    const text = soakConfig(
      { partnerUrl: source.ready.url, instances: [instance], dataDir: data, port, operatorKey },
      directory,
    );
    writeFileSync(config, text, { mode: 0o600 });
    const bridge = new BridgeProcess({ config, clock, slow, log: join(directory, "bridge.log"), disk });
    bridge.start();
    const operator = new SoakOperator(`http://127.0.0.1:${port}`);
    const soak = new Soak({ directory, disk, source, bridge, operator, subscriber, subscriberState });
    await soak.#meet();
    return soak;
  }

  abandon(): void {
    this.#abandoned = true;
  }

  /** Disturbs everything for `duration` ms, then waits up to `drain` ms until everything is accounted for. */
  async run(plan: readonly Disturbance[], rate: number, duration: number, drain: number): Promise<Seen> {
    const { source, bridge, subscriber } = this.#parts;
    this.#startedAt = Date.now();
    const sampling = setInterval(() => void this.#sample(), sampleEvery);
    await source.setFaults(soakFaults);
    source.live(rate);
    const all = Promise.all([sleep(duration), ...plan.map((one) => this.#disturb(one))]);
    const reviewing = this.#review();
    await Promise.race([all, this.#untilAbandoned()]);
    this.#over = true;
    source.live(0);
    await reviewing;
    const faults = await source.endFaults();
    const drainedAfter = await this.#drained(drain);
    // Also for an aborted soak, because the comparison needs everything that happened.
    await source.readOracle();
    clearInterval(sampling);
    await bridge.stop();
    const accounts = account(this.#accountInput());
    const evidence = await this.#keepEvidence(accounts);
    await this.#end();
    const { taken, distinct, refused, unverified } = subscriber;
    return {
      samples: this.#samples,
      disturbances: this.#disturbances,
      accounts,
      evidence,
      changes: source.oracle.filter(
        ({ sequence, change }) => sequence > this.#after && change.resource !== "document-change",
      ).length,
      events: distinct.size,
      repeats: taken.length - distinct.size,
      refused,
      unverified,
      crashes: bridge.crashes,
      starts: bridge.starts,
      logged: Object.fromEntries([...bridge.events].toSorted(([one], [other]) => one.localeCompare(other))),
      drainedAfter,
      faults,
    };
  }

  /** Approves held removals every two minutes. Comparisons wait for the end, because they would block the subscriber. */
  async #review(): Promise<void> {
    for (let due = this.#startedAt + reviewEvery; ; due += reviewEvery) {
      while (Date.now() < due && !this.#isOver()) await sleep(500);
      if (this.#isOver()) return;
      // The bridge may be down, and its disk full.
      await this.#parts.operator.approveRemovals().catch(() => undefined);
      await this.#parts.source.readOracle();
      console.log(`${this.#minutes(Date.now())} min  ${this.#parts.subscriber.taken.length} deliveries taken`);
    }
  }

  #isOver(): boolean {
    return this.#over;
  }

  #minutes(now: number): string {
    return ((now - this.#startedAt) / 60_000).toFixed(1).padStart(5);
  }

  async #meet(): Promise<void> {
    const { subscriber, source, operator } = this.#parts;
    const body = { url: subscriber.url, eventTypes: ["*"], description: "soak" };
    const created = await patiently(60_000, () => operator.ask("POST", "/v1/subscriptions", body));
    subscriber.trust((created as { secret: string }).secret);
    await patiently(180_000, async () => {
      const status = (await operator.ask("GET", "/v1/status")) as { instances: { baselineDone: boolean }[] };
      if (status.instances[0]?.baselineDone !== true) throw new Error("first contact isn't complete");
    });
    await source.readOracle();
    this.#after = source.oracle.at(-1)?.sequence ?? 0;
  }

  async #disturb({ kind, from, until }: Disturbance): Promise<void> {
    await this.#sleepUntil(from);
    if (this.#abandoned) return;
    const begun = Date.now();
    console.log(`${this.#minutes(begun)} min  ${kind}`);
    const end = this.#begin(kind);
    await this.#sleepUntil(until);
    end();
    const now = Date.now();
    this.#disturbances.push({ kind, from: begun - this.#startedAt, until: now - this.#startedAt });
    // Reading everything that waits after a failure takes a while.
    if (kind !== "subscriber-down") this.#troubles.push({ from: begun, until: now + 30_000 });
  }

  /** Starts a disturbance; the returned function ends it. */
  #begin(kind: Disturbance["kind"]): () => void {
    const { bridge, disk, source, subscriberState } = this.#parts;
    switch (kind) {
      case "kill":
        bridge.kill();
        return () => undefined;
      case "disk-full":
        bridge.mayEnd(true);
        disk.fill();
        return () => {
          disk.free();
          setTimeout(() => {
            bridge.mayEnd(false);
          }, 10_000);
        };
      case "slow-disk":
        bridge.slow(slowSync);
        return () => {
          bridge.slow(0);
        };
      case "clock-ahead":
      case "clock-behind":
        bridge.step(kind === "clock-ahead" ? 240_000 : -240_000);
        return () => {
          bridge.step(0);
        };
      case "source-down":
        source.down();
        return () => {
          source.up();
        };
      case "subscriber-down":
        subscriberState.isDown = true;
        return () => {
          subscriberState.isDown = false;
        };
    }
  }

  /** Resolves with the ms until nothing was missing; undefined after `patience`. */
  async #drained(patience: number): Promise<number | undefined> {
    const begun = Date.now();
    while (Date.now() - begun < patience && !this.#abandoned) {
      await this.#parts.operator.approveRemovals();
      await this.#parts.source.readOracle();
      const asked = Date.now();
      const { lost } = account(this.#accountInput());
      console.log(`${((Date.now() - begun) / 1_000).toFixed(0).padStart(5)} s   ${lost.length} not published yet`);
      if (lost.length === 0) return Date.now() - begun;
      // The subscriber is in this process and can't respond during a comparison.
      await sleep(Math.max(10_000, 5 * (Date.now() - asked)));
    }
    return undefined;
  }

  #accountInput(): AccountInput {
    const { source, subscriber } = this.#parts;
    const events = [...subscriber.distinct.values()].map(({ event }) => event);
    const { record: surelyRead, owner: ownerSurelyRead } = soakPatience;
    return { oracle: source.oracle, after: this.#after, events, troubles: this.#troubles, surelyRead, ownerSurelyRead };
  }

  /** Data about a failure: everything that happened, everything that was published, and the final store. */
  async #keepEvidence({ lost, invented }: Accounts): Promise<readonly string[]> {
    const { directory, disk, source, subscriber } = this.#parts;
    writeHistory(directory, source.oracle, subscriber);
    const events = [...subscriber.distinct.values()].map(({ event }) => event);
    const store = join(directory, "feedhook.db");
    copyFileSync(join(disk.reached, "data", "feedhook.db"), store);
    const disturbances = this.#disturbances.map(({ kind, from, until }) => {
      const [begun, ended] = [from, until].map((ms) => new Date(this.#startedAt + ms).toISOString());
      return `${begun} to ${ended} ${kind}`;
    });
    const known = { source: source.oracle, events, disturbances, store, log: join(directory, "bridge.log") };
    return writeEvidence([...lost, ...invented], known, join(directory, "evidence"));
  }

  async #sample(): Promise<void> {
    const { bridge, operator, subscriber } = this.#parts;
    const at = Date.now() - this.#startedAt;
    const values = { ...bridge.measure(), ...(await operator.metrics()), events: subscriber.taken.length };
    this.#samples.push({ at, values });
  }

  async #end(): Promise<void> {
    const { subscriber, source, disk } = this.#parts;
    await subscriber.close();
    source.stop();
    disk.close();
  }

  /** `after`: ms since the start. */
  async #sleepUntil(after: number): Promise<void> {
    await sleep(Math.max(0, this.#startedAt + after - Date.now()));
  }

  async #untilAbandoned(): Promise<void> {
    while (!this.#abandoned) await sleep(500);
  }
}
