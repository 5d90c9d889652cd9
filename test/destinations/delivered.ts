import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { roleCommands } from "../../infra/api-client/destination-role.ts";
import { digestText, noIds, withId } from "../../shared/kernel/id-digest.ts";
import { say } from "../deploy/progress.ts";
import { account, type Moto, type Statement } from "./moto.ts";
import type { Bucket, Place } from "./places.ts";

/** The longest time (ms) for a step on a busy machine. */
const patience = 120_000;

const statement = z.object({ Effect: z.string() }).loose();
const policy = z.object({ Statement: z.tuple([statement]) });
const template = z.object({
  Resources: z.object({
    Role: z.object({
      Properties: z.object({
        AssumeRolePolicyDocument: policy,
        Policies: z.tuple([z.object({ PolicyDocument: policy })]),
      }),
    }),
  }),
});
const made = z.object({
  id: z.string(),
  kind: z.enum(["sqs", "eventbridge", "s3"]),
  destination: z.object({
    target: z.string(),
    roleArn: z.string(),
    externalId: z.string(),
    principal: z.string(),
  }),
});
type Made = z.infer<typeof made>;
const endpointOf = z.object({
  endpoint: z.object({
    state: z.string(),
    lastFailure: z.object({ status: z.int(), responseExcerpt: z.string().default("") }).optional(),
    backlog: z.object({ held: z.int(), waiting: z.int() }),
  }),
});
const pinged = z.object({
  outcome: z.string(),
  attempt: z.object({ status: z.int().optional() }),
  responseExcerpt: z.string().default(""),
});
const hours = z.object({
  hours: z.array(z.object({ delivered: z.int(), waiting: z.int(), expired: z.int(), digest: z.string() })),
});
const event = z.object({ id: z.string(), type: z.string(), instance: z.string() }).loose();

export type Api = (method: string, path: string, body?: unknown) => Promise<unknown>;

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + patience;
  while (Date.now() < end) {
    if (await isSo()) return;
    await sleep(500);
  }
  throw new Error(`${what}: not within ${patience} ms`);
}

function expect(is: boolean, what: string, value: unknown): void {
  if (!is) throw new Error(`${what}: ${JSON.stringify(value)}`);
}

const gone = /^(QueueDoesNotExist|ResourceNotFoundException|NoSuchBucket): /;

/** moto responds with XML to a call without the right, whatever the service's format. */
const denial = (kind: string) => (kind === "s3" ? /^AccessDenied: / : /^UnreadableResponse: /);

/** One subscription, and what arrived at its destination. */
export class Delivered {
  readonly #api: Api;
  readonly #moto: Moto;
  readonly #place: Place;
  readonly #role: string;
  readonly #made: Made;
  readonly #rights: ReturnType<typeof rightsOf>;
  readonly #ids = new Set<string>();

  private constructor(api: Api, moto: Moto, place: Place, role: string, subscription: Made) {
    this.#api = api;
    this.#moto = moto;
    this.#place = place;
    this.#role = role;
    this.#made = subscription;
    this.#rights = rightsOf(subscription);
  }

  static async subscribe(api: Api, moto: Moto, place: Place): Promise<Delivered> {
    const { kind, target } = place;
    const role = `feedhook-destination-${kind}`;
    const destination = { target, roleArn: `arn:aws:iam::${account}:role/${role}` };
    const input = { kind, destination, eventTypes: ["*"] };
    const subscription = made.parse(await api("POST", "/v1/subscriptions", input));
    return new Delivered(api, moto, place, role, subscription);
  }

  async run(): Promise<void> {
    const { kind } = this.#place;
    await this.#place.make();
    await this.#moto.role(this.#role);
    // A trust policy that requires another external id, then none, then this subscription's.
    const { trusted } = this.#rights;
    await this.#trust({ ...trusted, Condition: { StringEquals: { "sts:ExternalId": "another" } } });
    await this.#refused(403, /^AccessDenied: Feedhook can't assume the role/);
    const { Condition: _, ...open } = trusted;
    await this.#trust(open);
    await this.#refused(403, /^ExternalIdNotRequired: /);
    await this.#trust(trusted);
    await this.#allow();
    await this.#works();
    await until(`${kind}: five events`, async () => (await this.#arrived()) >= 5);

    // The role loses its right.
    await this.#moto.allow(this.#role);
    await this.#fails(403, denial(kind));
    await this.#allow();
    await this.#works();

    // The target is gone.
    await this.#moto.allow(this.#role);
    await this.#fails(403, denial(kind));
    await this.#arrived();
    await this.#place.remove();
    await this.#allow();
    await this.#refused(404, gone);
    await this.#fails(404, gone);
    await this.#moto.allow(this.#role);
    await this.#place.make();
    await this.#allow();
    await this.#works();
    if (kind === "s3") await this.#denied(this.#place as Bucket);
    await this.#isComplete();
    say(`${kind}: ${this.#ids.size} events, refused and repaired`);
  }

  /** The bucket's own policy refuses what the role allows. */
  async #denied(bucket: Bucket): Promise<void> {
    await bucket.deny();
    await this.#fails(403, /./);
    await bucket.undeny();
    await this.#works();
  }

  async #trust(trusted: Statement): Promise<void> {
    await this.#moto.trust(this.#role, trusted);
  }

  async #allow(): Promise<void> {
    await this.#moto.allow(this.#role, this.#rights.allowed);
  }

  async #arrived(): Promise<number> {
    for (const text of await this.#place.arrived()) {
      const one = event.parse(JSON.parse(text));
      if (one.type === "bridge.ping") continue;
      this.#ids.add(one.id);
      const published = event.parse(await this.#api("GET", `/v1/events/${one.id}?instance=${one.instance}`));
      expect(
        Object.entries(one).every(([name, value]) => isDeepStrictEqual(value, published[name])),
        "an event arrived with another content",
        [one, published],
      );
    }
    return this.#ids.size;
  }

  async #ping(): Promise<z.infer<typeof pinged>> {
    return pinged.parse(await this.#api("POST", `/v1/subscriptions/${this.#made.id}/ping`));
  }

  async #endpoint() {
    return endpointOf.parse(await this.#api("GET", `/v1/subscriptions/${this.#made.id}`)).endpoint;
  }

  async #refused(status: number, excerpt: RegExp): Promise<void> {
    const ping = await this.#ping();
    const is = ping.outcome === "failed" && ping.attempt.status === status && excerpt.test(ping.responseExcerpt);
    expect(is, `${this.#place.kind}: a ping that isn't ${status} ${excerpt}`, ping);
  }

  /** Waits until the circuit is open and events wait, and the last failure is this one. */
  async #fails(status: number, excerpt: RegExp): Promise<void> {
    await until(`${this.#place.kind}: ${status} ${excerpt}`, async () => {
      const { state, lastFailure, backlog } = await this.#endpoint();
      const isSo = lastFailure?.status === status && excerpt.test(lastFailure.responseExcerpt);
      return isSo && state === "open" && backlog.held > 0;
    });
  }

  /** After a repair, a ping closes the circuit, and everything that waited arrives. */
  async #works(): Promise<void> {
    const ping = await this.#ping();
    expect(ping.outcome === "delivered", `${this.#place.kind}: a ping failed`, ping);
    await until(`${this.#place.kind}: what waited arrives`, async () => {
      const { state, backlog } = await this.#endpoint();
      return state === "healthy" && backlog.held === 0;
    });
  }

  /** Ends the subscription's deliveries, and compares what arrived with its completeness. */
  async #isComplete(): Promise<void> {
    const { id } = this.#made;
    await until(`${this.#place.kind}: its completeness has what arrived`, async () => {
      const answer = hours.parse(await this.#api("GET", `/v1/subscriptions/${id}/completeness`));
      await this.#arrived();
      const [first] = answer.hours;
      const digest = digestText([...this.#ids].reduce(withId, noIds));
      return answer.hours.length === 1 && first?.waiting === 0 && first.digest === digest;
    });
  }
}

/** What the printed commands would create. */
function rightsOf(subscription: Made) {
  const commands = roleCommands(subscription) ?? "";
  const json = commands.slice(commands.indexOf("\n{"), commands.lastIndexOf("\nEND"));
  const { AssumeRolePolicyDocument: trust, Policies } = template.parse(JSON.parse(json)).Resources.Role.Properties;
  const [allowed] = Policies[0].PolicyDocument.Statement;
  // moto knows the resource of a bus's call, and of a call to a queue that is gone, only as `*`.
  return {
    trusted: trust.Statement[0],
    allowed: subscription.kind === "s3" ? allowed : { ...allowed, Resource: "*" },
  };
}
