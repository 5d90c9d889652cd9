import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { startProgram } from "../../e2e/support/processes.ts";
import { barePaging } from "../bare-paging.ts";
import { startPartner } from "../partner.ts";
import { type BridgeProgram, startBridgeProgram } from "./bridge-program.ts";
import type { Tree } from "./tree.ts";

/** What a source contains, as a loop without a bridge reads it. */
export type Source = Awaited<ReturnType<typeof startPartner>> & { readonly records: number; readonly owners: number };

export async function startSource(records: number, owners?: number): Promise<Source> {
  const partner = await startPartner(records, owners);
  return { ...partner, ...(await barePaging(`${partner.url}/${partner.name}/api/v1/en`, partner.token, 4, true)) };
}

const posted = z.object({ posts: z.int(), distinct: z.int() });
const created = z.object({ id: z.string() });

/** The events of every record. Documents and folders aren't in it. */
const eventTypes = ["person.*", "company.*", "project.*", "activity.*"];

/** Each owner is read once, unless an arm sets other timings. Otherwise, the wheel would keep reading them all. */
const ownersOnce = { ownerPeriod: 600_000, dormantPeriod: 600_000, ownerGap: 600_000 };
/** On a busy machine the sink may respond late, and a repeated delivery would count twice. */
const patience = { fastDeadline: 30_000, deliveryDeadline: 30_000 };

/** Ms between two looks, without progress at the end, from the last progress to the end of its work, and to a failure. */
const [lookEvery, quiet, aftermath, longestPause] = [100, 2_000, 500, 120_000];

/** A bridge with its source and a sink, of which an arm measures one kind of work. */
export type Scene = Awaited<ReturnType<typeof startScene>>;

export async function startScene(
  tree: Tree,
  source: Source,
  { timings = {}, isCounted = false }: { readonly timings?: Readonly<Record<string, number>>; isCounted?: boolean },
) {
  const sink = await startProgram("test/bench/sink-main.ts", []);
  let bridge: BridgeProgram;
  try {
    const settings = { partnerUrl: source.url, timings: { ...ownersOnce, ...patience, ...timings } };
    bridge = await startBridgeProgram(tree, settings, isCounted);
  } catch (error) {
    await sink.kill("SIGKILL");
    throw error;
  }
  await source.reset();
  const startSeconds = bridge.cpuSeconds();
  let begun = startSeconds;

  const posts = async () => posted.parse(await (await fetch(sink.ready)).json());
  /**
   * Waits until the sink has `wanted` posts and the source has met all owners, and both are quiet. Returns the CPU
   * seconds when the last work was done: a wait isn't work.
   */
  const arrived = async (wanted: number): Promise<number> => {
    let last = { progress: -1, at: performance.now() };
    let end: number | undefined;
    for (;;) {
      const [{ posts: got }, { owners, ownerRequests }] = await Promise.all([posts(), source.counts()]);
      const now = performance.now();
      if (got + ownerRequests !== last.progress) {
        last = { progress: got + ownerRequests, at: now };
        end = undefined;
      }
      if (now - last.at >= aftermath) end ??= bridge.cpuSeconds();
      const isComplete = got >= wanted && owners >= source.owners;
      if (end !== undefined && isComplete && now - last.at >= quiet) return end;
      if (now - last.at > longestPause) {
        const so = `${got} of ${wanted} deliveries, ${owners} of ${source.owners} owners`;
        throw new Error(`the bridge of ${tree.name} does nothing more: ${so}; ${bridge.lastLines()}`);
      }
      await sleep(lookEvery);
    }
  };

  return {
    ...{ source, startSeconds, arrived, posts },
    ask: bridge.ask,
    memory: bridge.memory,
    cpuSeconds: bridge.cpuSeconds,
    counted: bridge.counted,
    /** Subscribes to every record, also to those of first contact. Returns the id. */
    subscribe: async (settings: object = {}, path = "/0") => {
      const to = "kind" in settings ? {} : { url: `${sink.ready}${path}` };
      const body = { eventTypes, baseline: true, ...to, ...settings };
      return created.parse(await bridge.ask("POST", "/v1/subscriptions", body)).id;
    },
    /** Registers the instance. By default, its request budget practically has no limit. */
    register: (requestsPerSecond = 10_000) =>
      bridge.ask("PUT", `/v1/instances/${source.name}`, { credentials: source.credentials, requestsPerSecond }),
    /** The measured work begins. */
    begin: () => {
      begun = bridge.cpuSeconds();
      if (isCounted) bridge.beginCounting();
    },
    /** The CPU seconds since `begin`. */
    since: (end = bridge.cpuSeconds()) => end - begun,
    stop: async () => {
      await bridge.stop();
      await sink.kill("SIGKILL");
    },
  };
}
