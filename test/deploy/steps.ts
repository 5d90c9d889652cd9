import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import type { FlakySubscriber } from "../e2e/support/flaky-subscriber.ts";
import type { PartnerClient } from "../e2e/support/partner-client.ts";
import type { ApiClient } from "./api-client.ts";
import { beatsSeen } from "./check-beats.ts";
import { checkNoDeadLetters, deadLettersOf, poison } from "./check-queues.ts";
import { hearAlert } from "./hear-alert.ts";
import { say } from "./progress.ts";

/** The deployed parts, and what drives them. */
export type Deployment = {
  readonly endpoint: string;
  readonly api: ApiClient;
  /** The canary's endpoint. */
  readonly canary: ApiClient;
  readonly subscriber: FlakySubscriber;
  /** A partner other than the operator. */
  readonly partnerSubscriber: FlakySubscriber;
  readonly partner: PartnerClient;
  readonly instance: { readonly name: string; readonly credentials: { clientId: string; clientSecret: string } };
  /** Deploys again with another option. */
  update(): Promise<unknown>;
};

/** One action of an operator or partner. Gets the subscription's id, or returns it if it creates the subscription. */
type Step = {
  readonly title: string;
  run(deployment: Deployment, subscription: string): Promise<string | undefined>;
};

/** The status must contain the depth of every queue, because no other test covers the rights and addresses for this. */
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
    title: "publishing shows polling that it keeps up",
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
    title: "a partner with a key of its own sees its delivery, and another partner sees nothing of it",
    run: async (deployment) => {
      const { api, instance, partnerSubscriber } = deployment;
      const [own, other] = [
        await newPartner(api, "Acme", instance.name),
        await newPartner(api, "Globex", instance.name),
      ];
      const settings = { url: partnerSubscriber.url, eventTypes: ["person.*"] };
      const { id, secret } = createdSubscription.parse(await own.api.call("POST", "/v1/subscriptions", settings));
      partnerSubscriber.trust(secret);
      const person = await changeAndHear(deployment);
      const isOurs = ({ event }: { event: { subject: { id: string } } }) => event.subject.id === person;
      await until("it arrives at the partner, too", 2 * 60_000, async () => partnerSubscriber.taken.some(isOurs));
      if (partnerSubscriber.unverified.length > 0) throw new Error(partnerSubscriber.unverified.join("; "));
      const event = partnerSubscriber.taken.find(isOurs)?.event.id ?? "";
      const delivery = `/v1/subscriptions/${id}/deliveries/${event}`;
      await until("the partner sees that it was delivered", 60_000, async () => {
        const { items } = listed.parse(await own.api.call("GET", `/v1/subscriptions/${id}/deliveries`));
        return items.some((one) => one.event === event && one.state === "delivered");
      });
      for (const path of [
        `/v1/subscriptions/${id}`,
        `/v1/subscriptions/${id}/deliveries`,
        delivery,
        `/v1/partners/${own.id}`,
      ]) {
        const { status: answered } = await other.api.raw("GET", path);
        if (answered !== 404) throw new Error(`GET ${path} with another partner's key: ${answered}`);
      }
      const seen = listed.parse(await other.api.call("GET", "/v1/subscriptions"));
      if (seen.items.length > 0) throw new Error("another partner's key lists the subscription");
      await hearAlert(own.api, own.id);
      say("a test alert arrives at the partner's chat");
      return undefined;
    },
  },
  {
    title: "rotate the secret: only the new one signs",
    run: async (deployment, subscription) => {
      const { api, subscriber } = deployment;
      const answer = await api.call("POST", `/v1/subscriptions/${subscription}/secret`, { overlapSeconds: 0 });
      // Senders cache a secret for ten seconds.
      await sleep(12_000);
      subscriber.trust(createdSubscription.parse(answer).secret);
      await changeAndHear(deployment);
      return undefined;
    },
  },
  {
    title: "the canary's endpoint takes nothing unsigned",
    run: async ({ canary }) => {
      const { status: answered } = await canary.raw("POST", "/canary", { type: "bridge.ping", data: { sentAt: 0 } });
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

const listed = z.object({
  items: z.array(z.object({ event: z.string().optional(), state: z.string().optional() })),
});
const createdPartner = z.object({ id: z.string() });
const createdKey = z.object({ key: z.string() });

/** A partner with the instance, and the API with the partner's key. */
async function newPartner(api: ApiClient, name: string, instance: string): Promise<{ id: string; api: ApiClient }> {
  const { id } = createdPartner.parse(await api.call("POST", "/v1/partners", { name, instances: [instance] }));
  const body = { name: "own", scopes: ["admin"] };
  const { key } = createdKey.parse(await api.call("POST", `/v1/partners/${id}/keys`, body));
  return { id, api: api.as(key) };
}

let people = 0;

/** Whether a change at the source becomes a webhook within this many seconds. */
export async function hears(deployment: Deployment, seconds: number): Promise<boolean> {
  try {
    await changeAndHear(deployment, seconds);
    return true;
  } catch (error) {
    if (error instanceof LateError) return false;
    throw error;
  }
}

/** Returns the id of a new person, once its webhook has arrived. */
export async function changeAndHear(
  { partner, subscriber }: Pick<Deployment, "partner" | "subscriber">,
  seconds = 240,
): Promise<string> {
  people += 1;
  const { id } = await partner.post("/person", { firstName: "Kari", lastName: `Nordmann ${people}` });
  await until(`the webhook of person ${id} arrives`, seconds * 1_000, async () =>
    subscriber.taken.some(({ event }) => event.type === "person.created" && event.subject.id === id),
  );
  if (subscriber.unverified.length > 0) throw new Error(`signatures: ${subscriber.unverified.join("; ")}`);
  return id;
}

class LateError extends Error {}

export async function until(what: string, ms: number, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new LateError(`${what}: not within ${ms / 1_000} s`);
    await sleep(1_000);
  }
  say(what);
}
