import { targetOf, vettedAddresses } from "../../../shared/adapters/http/dialer-connector.ts";
import { isPublicAddress } from "../../../shared/delivery/attempt/address-guard.ts";
import type { Connector, ConnectorRequest } from "../../../shared/delivery/attempt/connector.ts";
import type { Dialer, DialOutcome, DialRequest } from "../../../shared/delivery/attempt/dialer.ts";
import type { Ground } from "./ground.ts";

/** How an endpoint treats what it is sent. */
export const moods = [
  "well",
  "slow",
  "down",
  "failing",
  "hanging",
  "throttling",
  "flapping",
  /** Accepts the webhook, but its response is lost. */
  "mute",
  /** Responds with 410. */
  "gone",
  /** Responds with 200 and asks for no more. */
  "unwilling",
  /** Its name points into a network that webhooks must not reach. */
  "astray",
] as const;
/** Where endpoints are. */
export const hosts = ["hook-1.example", "hook-2.example", "hook-3.example", "hook-4.example"] as const;

/** A picky endpoint refuses some events every time and accepts all others. */
export type Mood = (typeof moods)[number] | "picky";

/** A POST as the endpoint saw it. */
export type Dial = {
  readonly host: string;
  readonly url: string;
  /** The address of the connection. */
  readonly address: string;
  readonly event: string;
  readonly at: number;
  /** The process that sent it. */
  readonly by: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The response's status; undefined if there was none. */
  status: number | undefined;
  endedAt: number;
  readonly retryAfter: number | undefined;
  readonly isReplay: boolean;
  readonly isLate: boolean;
};

const timing = {};

const publicAddress = "93.184.215.14";
/** What names of endpoints that went astray resolve to, sometimes in addition to a public address. */
const astray = [
  ["10.0.0.7"],
  [publicAddress, "169.254.169.254"],
  ["127.0.0.1"],
  ["::ffff:192.168.1.1"],
  ["fd12:3456::1", publicAddress],
] as const;

/** One event in ten, always the same ones. */
const isDisliked = (event: string): boolean => Number.parseInt(event.slice(-3), 36) % 10 === 0;

const queue = /^https:\/\/sqs\.eu-north-1\.amazonaws\.com\/123456789012\/(?<host>hook-\d)-s\d+$/;
export const roleArn = "arn:aws:iam::123456789012:role/feedhook-destination-all";

/** A queue's URL. It shares its moods with the host. */
export const queueUrl = (host: string, name: string): string =>
  `https://sqs.eu-north-1.amazonaws.com/123456789012/${host.split(".")[0] ?? ""}-${name}`;
export const isQueue = (url: string): boolean => queue.test(url);

/** The partners' endpoints and queues, by host name. */
export class Subscribers implements Dialer, Connector {
  readonly dials: Dial[] = [];
  /** Hosts whose names pointed into private networks for a while. */
  readonly wasAstray = new Set<string>();
  readonly #ground: Ground;
  readonly #moods = new Map<string, Mood>();
  /** Hosts that keep their mood until all endpoints work again. */
  readonly #lasting = new Set<string>();

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  turn(host: string, mood: Mood): void {
    if (this.moodOf(host) === mood || this.#lasting.has(host)) return;
    this.#moods.set(host, mood);
    if (mood === "astray") this.wasAstray.add(host);
    this.#ground.trace.note(host, `is ${mood}`);
  }

  moodOf(host: string): Mood {
    return this.#moods.get(host) ?? "well";
  }

  /** Sets a mood that lasts until all endpoints work again. */
  turnForLong(host: string, mood: Mood): void {
    this.turn(host, mood);
    this.#lasting.add(host);
  }

  allTurnWell(): void {
    this.#lasting.clear();
    for (const host of this.#moods.keys()) this.turn(host, "well");
  }

  /** What the name servers say of a host. */
  async resolve(host: string): Promise<readonly string[]> {
    return (this.moodOf(host) === "astray" ? this.#ground.pick(astray) : undefined) ?? [publicAddress];
  }

  async post(request: DialRequest): Promise<DialOutcome> {
    const { clock, actor: by } = this.#ground;
    const { hostname: host } = new URL(request.url);
    // Finds an address as the real dialer does. The connection to it is simulated.
    const parts = { resolve: (name: string) => this.resolve(name), permits: isPublicAddress, ownPort: () => undefined };
    const addresses = await vettedAddresses(targetOf(new URL(request.url)), parts).catch(() => undefined);
    if (addresses === undefined) return { outcome: "failed", class: "blocked", ms: 1, timing };
    const mood = this.moodOf(host);
    const at = clock.now();
    const retryAfter = mood === "throttling" ? 5 + this.#ground.below(40) : undefined;
    const dial: Dial = {
      ...{
        host,
        url: request.url,
        address: this.#ground.pick(addresses) ?? "",
        event: request.headers["webhook-id"] ?? "",
        at,
        by,
        headers: request.headers,
      },
      ...{ body: Buffer.from(request.body).toString("utf8"), status: undefined, endedAt: Number.POSITIVE_INFINITY },
      retryAfter: retryAfter === undefined ? undefined : retryAfter * 1_000,
      isReplay: request.headers["webhook-replay"] === "true",
      isLate: request.headers["webhook-late"] === "true",
    };
    return this.#answer(dial, mood, request.deadline);
  }

  /** What the queue's owner sees of a request in a session of their role. */
  async send({ destination, subscription, envelope, body, marks, deadline }: ConnectorRequest): Promise<DialOutcome> {
    const { clock, actor: by } = this.#ground;
    const host = `${queue.exec(destination.target)?.groups?.["host"] ?? ""}.example`;
    const mood = this.moodOf(host);
    const headers = { role: destination.roleArn ?? "", "external-id": destination.externalId, subscription };
    const dial: Dial = {
      ...{ host, url: destination.target, address: "", event: envelope.id, at: clock.now(), by, headers },
      ...{ body: body.toString("utf8"), status: undefined, endedAt: Number.POSITIVE_INFINITY, retryAfter: undefined },
      isReplay: marks["webhook-replay"] === "true",
      isLate: marks["webhook-late"] === "true",
    };
    const answer = await this.#answer(dial, mood, deadline);
    if (answer.outcome === "failed") return answer;
    // A queue that is gone may come back, and no queue asks to wait or for no more.
    dial.status = answer.status === 410 ? 404 : answer.status;
    return { ...answer, status: dial.status, headers: {} };
  }

  async #answer(dial: Dial, mood: Mood, deadline: number): Promise<DialOutcome> {
    const { clock } = this.#ground;
    const { host, retryAfter } = dial;
    this.dials.push(dial);
    const wanted = this.#duration(mood);
    const ms = Math.min(wanted, deadline);
    await clock.sleep(ms);
    this.#ground.calls += 1;
    dial.endedAt = clock.now();
    if (wanted > deadline || mood === "mute") return { outcome: "failed", class: "timeout", ms, timing };
    if (mood === "down") return { outcome: "failed", class: "connect", ms, timing };
    const status = mood === "picky" && isDisliked(dial.event) ? 422 : this.#status(mood);
    dial.status = status;
    this.#ground.trace.note(host, `answers ${status} to ${dial.event}${dial.isReplay ? " (a replay)" : ""}`);
    const headers = {
      ...(retryAfter !== undefined && { retryAfter: String(retryAfter) }),
      ...(mood === "unwilling" && { webhookDelivery: "disable" }),
    };
    return { outcome: "answered", status, headers, excerpt: `${status}`, ms, timing };
  }

  #duration(mood: Mood): number {
    if (mood === "hanging") return Number.POSITIVE_INFINITY;
    if (mood === "slow") return 2_000 + this.#ground.below(6_000);
    return 5 + this.#ground.below(300);
  }

  #status(mood: Mood): number {
    switch (mood) {
      case "failing":
        return this.#ground.pick([500, 502, 404, 302]) ?? 500;
      case "throttling":
        return this.#ground.chance(0.8) ? 429 : 200;
      case "flapping":
        return this.#ground.chance(0.5) ? 503 : 204;
      case "gone":
        return 410;
      default:
        return 200;
    }
  }
}
