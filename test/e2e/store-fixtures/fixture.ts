import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import * as z from "zod";

/** What opens a store of an earlier version, and what is known about it. */
const fixtureFacts = z.object({
  version: z.int(),
  /** The content of the `key` file. */
  key: z.string(),
  subscription: z.string(),
  /** The subscription's signing secret. */
  secret: z.string(),
  /** The ids of delivered events, and of one whose endpoint had failed. */
  delivered: z.array(z.string()).min(1),
  waiting: z.string(),
  person: z.string(),
});
export type FixtureFacts = z.infer<typeof fixtureFacts>;

export const fixtureFolder = import.meta.dirname;
export const operatorKey = "d49bc84a6d48a2ca159c9cc2c78ae57b4695b9f88a0596e953fedb50c04011ea";
export const seed = 5;
export const instance = { name: "acme", requestsPerSecond: 100 };

/** Rows of a store in the repository mustn't expire. */
const forEver = 100 * 365 * 24 * 3_600_000;

/** Short, so that little happens unasked and requests take effect soon. */
export const fixtureTimings = {
  tick: 200,
  timelinePeriod: 500,
  ownerPeriod: 60_000,
  dormantPeriod: 60_000,
  messageRetries: [300, 600_000],
  backlogRetries: [600_000],
  endpointProbes: [500],
  eventRetention: forEver,
  deliveryRetention: forEver,
  ledgerRetention: forEver,
  journalBodyRetention: forEver,
};

export function readFacts(version: number): FixtureFacts {
  return fixtureFacts.parse(JSON.parse(readFileSync(join(fixtureFolder, `version-${version}.json`), "utf8")));
}

/** Puts the store of a version with its key into a data directory. */
export function restoreFixture(version: number, dataDir: string): FixtureFacts {
  const facts = readFacts(version);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, "key"), facts.key, { mode: 0o600 });
  const packed = readFileSync(join(fixtureFolder, `version-${version}.db.gz`));
  writeFileSync(join(dataDir, "feedhook.db"), gunzipSync(packed), { mode: 0o600 });
  return facts;
}
