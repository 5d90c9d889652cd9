import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { seededRandom } from "../../infra/sandbox/store/random.ts";
import { FlakySubscriber } from "../e2e/support/flaky-subscriber.ts";
import { type AccountInput, account, findingText } from "../soak/account.ts";
import { soakFaults } from "../soak/soak-config.ts";
import type { SourceProcess } from "../soak/source-process.ts";
import type { Trouble } from "../soak/undisturbed.ts";
import { writeHistory } from "../soak/write-history.ts";
import type { ApiClient } from "./api-client.ts";
import { say } from "./progress.ts";
import { until } from "./steps.ts";

const [second, minute] = [1_000, 60_000];

/** Short enough that fifteen minutes show each kind of read, including removals. */
export const stageSoakTimings = {
  timelinePeriod: 3 * second,
  ownerPeriod: 30 * second,
  dormantPeriod: minute,
  fastOverlap: 15 * second,
  fastOverlapMin: 10 * second,
  sweepPeriod: 2 * minute,
  sweepOverlap: 5 * minute,
  deepSweepPeriod: 10 * minute,
  walkPeriod: 2 * minute,
  smallPeriod: minute,
  heldReview: minute,
  candidateAge: 20 * second,
  confirmGap: 5 * second,
  anchorLag: 20 * second,
  documentTimelinePeriod: minute,
  snapshotPeriod: 2 * minute,
  snapshotPeriodCap: 4 * minute,
  // A killed worker never returns its message.
  claimLife: 30 * second,
} as const;

/** The longest time (ms) in which a healthy stage reads a change: ticks come every 15 s, and an emulator is slow. */
const patience = { surelyRead: 4 * minute, ownerSurelyRead: 10 * minute } as const;

const created = z.object({ id: z.string(), secret: z.string() });
const status = z.object({ instances: z.array(z.object({ name: z.string(), baselineDone: z.boolean() })) });
const held = z.object({ items: z.array(z.object({ source: z.string() })) });

/** A stage, and the source that it reads. */
export type SoakedStage = {
  readonly api: ApiClient;
  readonly source: SourceProcess;
  /** Kills the process of one function at random; false if none runs. */
  readonly killWorker: (fraction: number) => boolean;
};

/**
 * Lets a deployed stage read a source that changes all the time for this many minutes, with faulty responses, an
 * outage, an endpoint that is down for a while and functions killed in the middle of their work. Then waits until
 * everything is published. Throws an Error with what was lost or invented.
 */
export async function soakStage(
  { api, source, killWorker }: SoakedStage,
  minutes: number,
  rate: number,
): Promise<void> {
  const random = seededRandom(1);
  const subscriber = { isDown: false };
  const endpoint = await FlakySubscriber.start(() => subscriber.isDown || random() < 0.03);
  const troubles: Trouble[] = [];
  try {
    const { name, clientId, clientSecret } = source.ready.access;
    const credentials = { clientId, clientSecret };
    await api.call("PUT", `/v1/instances/${name}`, { credentials, requestsPerSecond: 50 });
    const answer = await api.call("POST", "/v1/subscriptions", { url: endpoint.url, eventTypes: ["*"] });
    endpoint.trust(created.parse(answer).secret);
    await until("the first contact is read", 10 * minute, async () =>
      status.parse(await api.call("GET", "/v1/status")).instances.some(({ baselineDone }) => baselineDone),
    );
    await source.readOracle();
    const after = source.oracle.at(-1)?.sequence ?? 0;
    const approve = async () => {
      const { items } = held.parse(await api.call("GET", `/v1/removals?instance=${name}`));
      for (const one of items) await api.call("POST", `/v1/instances/${name}/removals/${one.source}/approve`);
    };
    const input = (): AccountInput => {
      const events = [...endpoint.distinct.values()].map(({ event }) => event);
      return { oracle: source.oracle, after, events, troubles, ...patience };
    };

    await source.setFaults(soakFaults);
    source.live(rate);
    const began = Date.now();
    const share = () => (Date.now() - began) / (minutes * minute);
    let [kills, outage, isUp] = [0, 0, true];
    for (let round = 1; share() < 1; round += 1) {
      await sleep(5 * second);
      const isAway = share() > 0.3 && share() < 0.45;
      if (isAway && isUp) source.down();
      if (!isAway && !isUp) source.up();
      if (isAway && isUp) outage = Date.now();
      // Reading everything that waits after an outage takes a while.
      if (!isAway && !isUp) troubles.push({ from: outage, until: Date.now() + 2 * minute });
      isUp = !isAway;
      subscriber.isDown = share() > 0.55 && share() < 0.7;
      if (round % 4 === 0 && share() < 0.9 && killWorker(random())) {
        kills += 1;
        troubles.push({ from: Date.now(), until: Date.now() + 30 * second });
      }
      if (round % 12 === 0) {
        await approve();
        say(
          `${(share() * minutes).toFixed(0)} min: ${endpoint.taken.length} deliveries taken, ${kills} functions killed`,
        );
      }
    }
    source.live(0);
    const faults = await source.endFaults();
    await until("everything is published", 20 * minute, async () => {
      await approve();
      await source.readOracle();
      return account(input()).lost.length === 0;
    }).catch(() => undefined);
    const { lost, invented } = account(input());
    const changes = source.oracle.filter(({ sequence }) => sequence > after).length;
    say(
      `${changes} changes, ${endpoint.distinct.size} events, ${endpoint.taken.length - endpoint.distinct.size} repeats`,
    );
    say(`${kills} functions killed; faults: ${JSON.stringify(faults)}`);
    const wrong = [...lost, ...invented].map(findingText).concat(endpoint.unverified);
    if (wrong.length > 0) {
      keep(source, endpoint);
      throw new Error(`${lost.length} lost, ${invented.length} invented:\n${wrong.slice(0, 40).join("\n")}`);
    }
    say("nothing lost, nothing invented");
  } finally {
    await endpoint.close();
  }
}

/** Data for investigating a failure. */
function keep(source: SourceProcess, endpoint: FlakySubscriber): void {
  const directory = resolve(".soak", "stage");
  mkdirSync(directory, { recursive: true });
  writeHistory(directory, source.oracle, endpoint);
  say(`what happened and what was published: ${directory}`);
}
