import * as z from "zod";
import { defaultTimings, type Timings } from "../../shared/kernel/timings.ts";
import { startSandbox } from "../sandbox/start-sandbox.ts";
import { requestApi } from "./request-api.ts";
import type { SampleSubscriber } from "./sample-subscriber.ts";

/** Timings that show a newcomer everything within a minute: polls are frequent, and walks find removals soon. */
export const demoTimings: Timings = {
  ...defaultTimings,
  tick: 1_000,
  timelinePeriod: 2_000,
  polledAtGap: 1_000,
  ownerPeriod: 8_000,
  dormantPeriod: 8_000,
  roomPeriod: 8_000,
  walkPeriod: 30_000,
  candidateAge: 10_000,
  confirmGap: 5_000,
  // The sandbox removes records all the time. A second agreeing walk releases held removals within minutes.
  heldReview: 60_000,
  fastOverlap: 30_000,
};

/** The demo's request budget. Its sandbox has no other clients. */
export const demoRequestsPerSecond = 100;

/** A sandbox of the Partner API whose data keeps changing; `dataDir` keeps its records. */
export async function startDemoSandbox(dataDir: string | undefined) {
  return startSandbox({
    port: 0,
    seed: 7,
    live: { changesPerMinute: 60 },
    ...(dataDir === undefined ? {} : { dataDir }),
  });
}

const created = z.object({ id: z.string(), secret: z.string() });
const listed = z.object({ items: z.array(z.object({ id: z.string(), description: z.string().optional() })) });
const description = "Sample subscriber of npm start";

/** Subscribes the sample subscriber and removes the one from an earlier start on the same data. */
export async function subscribeSample(subscriber: SampleSubscriber, url: string, key: string): Promise<void> {
  const earlier = listed.parse(await requestApi(url, key, "GET", "/v1/subscriptions?limit=200"));
  for (const old of earlier.items) {
    if (old.description === description) await requestApi(url, key, "DELETE", `/v1/subscriptions/${old.id}`);
  }
  const subscription = { url: subscriber.url, eventTypes: ["*"], description };
  const { secret } = created.parse(await requestApi(url, key, "POST", "/v1/subscriptions", subscription));
  subscriber.trust(secret);
}
