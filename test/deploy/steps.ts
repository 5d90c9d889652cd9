import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import type { FlakySubscriber } from "../e2e/support/flaky-subscriber.ts";
import type { PartnerClient } from "../e2e/support/partner-client.ts";
import type { ApiClient } from "./api-client.ts";
import { beatsSeen } from "./check-beats.ts";
import { checkNoDeadLetters, deadLettersOf, poison } from "./check-queues.ts";
import { say } from "./progress.ts";

/** What stands after a deployment, and what drives it. */
export type Deployment = {
  readonly endpoint: string;
  readonly api: ApiClient;
  readonly subscriber: FlakySubscriber;
  readonly partner: PartnerClient;
  readonly instance: { readonly name: string; readonly credentials: { clientId: string; clientSecret: string } };
  /** Deploys again, over what stands, with another option. */
  update(): Promise<unknown>;
};

/** One thing an operator or partner does. Gets the subscription's id, or returns it where it makes it. */
type Step = {
  readonly title: string;
  run(deployment: Deployment, subscription: string): Promise<string | undefined>;
};

/** With the depth of every queue: the rights and addresses that this takes stand in no other test. */
const depth = z.object({ ready: z.int(), delayed: z.int(), inFlight: z.int(), dead: z.int() });
const status = z.object({
  instances: z.array(z.object({ name: z.string(), baselineDone: z.boolean() })),
  queues: z.record(z.enum(["ticks", "poll", "fanout", "deliver", "deliver-slow", "recover", "alerts"]), depth),
});
const createdSubscription = z.object({ id: z.string(), secret: z.string() });

export const steps: readonly Step[] = [
  {
    title: "register an instance, and subscribe",
    run: async ({ api, instance, subscriber }) => {
      const { name, credentials } = instance;
      await api.call("PUT", `/v1/instances/${name}`, { credentials, requestsPerSecond: 20 });
      const answer = await api.call("POST", "/v1/subscriptions", { url: subscriber.url, eventTypes: ["*"] });
      const { id, secret } = createdSubscription.parse(answer);
      subscriber.trust(secret);
      await until("the first contact is read", 6 * 60_000, async () => {
        const { instances } = status.parse(await api.call("GET", "/v1/status"));
        return instances.some((one) => one.name === name && one.baselineDone);
      });
      return id;
    },
  },
  {
    title: "a change at the source becomes a verified webhook",
    run: async (deployment) => {
      await changeAndHear(deployment);
      await checkNoDeadLetters(deployment.endpoint);
      say("no dead letters");
      return undefined;
    },
  },
  {
    title: "publishing tells polling that it keeps up",
    run: async ({ endpoint, instance }) => {
      const seen = async () => (await beatsSeen(endpoint, instance.name)) === 16;
      await until("the beats of all 16 shards came through the change stream", 2 * 60_000, seen);
      return undefined;
    },
  },
  {
    title: "replay an event: it comes again under the same id",
    run: async ({ api, subscriber }, subscription) => {
      const [first] = subscriber.taken;
      if (first === undefined) throw new Error("no webhook to replay");
      const { id } = first.event;
      const times = () => subscriber.taken.filter(({ event }) => event.id === id).length;
      const before = times();
      await api.call("POST", `/v1/subscriptions/${subscription}/replays`, { events: [id], dryRun: false });
      await until("it comes again", 3 * 60_000, async () => times() > before);
      return undefined;
    },
  },
  {
    title: "rotate the secret: only the new one signs",
    run: async (deployment, subscription) => {
      const { api, subscriber } = deployment;
      const answer = await api.call("POST", `/v1/subscriptions/${subscription}/secret`, { overlapSeconds: 0 });
      // Senders know a secret for ten seconds.
      await sleep(12_000);
      subscriber.trust(createdSubscription.parse(answer).secret);
      await changeAndHear(deployment);
      return undefined;
    },
  },
  {
    title: "the canary's endpoint takes nothing unsigned",
    run: async ({ api }) => {
      const { status: answered } = await api.raw("POST", "/canary", { type: "bridge.ping", data: { sentAt: 0 } });
      if (answered !== 401) throw new Error(`it answered ${answered}`);
      return undefined;
    },
  },
  {
    title: "a message that can't be read ends as a dead letter",
    run: async ({ endpoint }) => {
      await poison(endpoint, "recover");
      await until(
        "it is in the dead-letter queue",
        3 * 60_000,
        async () => (await deadLettersOf(endpoint, "recover")) > 0,
      );
      return undefined;
    },
  },
  {
    title: "update in place: everything is still there, and goes on",
    run: async (deployment, subscription) => {
      await deployment.update();
      z.object({ id: z.literal(subscription) }).parse(
        await deployment.api.call("GET", `/v1/subscriptions/${subscription}`),
      );
      await changeAndHear(deployment);
      return undefined;
    },
  },
];

let people = 0;

/** Whether a change at the source becomes a webhook within so many seconds. */
export async function hears(deployment: Deployment, seconds: number): Promise<boolean> {
  try {
    await changeAndHear(deployment, seconds);
    return true;
  } catch (error) {
    if (error instanceof LateError) return false;
    throw error;
  }
}

async function changeAndHear({ partner, subscriber }: Deployment, seconds = 240): Promise<void> {
  people += 1;
  const { id } = await partner.post("/person", { firstName: "Kari", lastName: `Nordmann ${people}` });
  await until(`the webhook of person ${id} arrives`, seconds * 1_000, async () =>
    subscriber.taken.some(({ event }) => event.type === "person.created" && event.subject.id === id),
  );
  if (subscriber.unverified.length > 0) throw new Error(`signatures: ${subscriber.unverified.join("; ")}`);
}

class LateError extends Error {}

async function until(what: string, ms: number, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new LateError(`${what}: not within ${ms / 1_000} s`);
    await sleep(1_000);
  }
  say(what);
}
