import type { Acquaintance } from "./acquaintance.ts";
import { filters, History, type KnownPartner, type KnownSubscription, type Wish } from "./histories.ts";
import { hosts, queueUrl, roleArn } from "./subscribers.ts";

export const partnerDeeds = [
  ...(["subscribe", "change types", "change filter", "change address", "disable", "enable", "rotate"] as const),
  ...(["ping", "replay", "retry", "remove", "pull", "look"] as const),
] as const;

const typeChoices = [
  ["*"],
  ["person.*", "company.*"],
  ["document.*", "folder.*"],
  ["*", "bridge.*"],
  ["activity.updated", "project.*"],
];

/** More would make a history slow without making it more interesting. */
const mostSubscriptions = 6;

type Chances = { readonly choice: number; readonly detail: number };
type NewSubscription = {
  readonly kind: KnownSubscription["kind"];
  /** Whether it wants everything, including everything of the first contact. */
  readonly isPlain: boolean;
  readonly choice: number;
};

type Addressed = { readonly id: string; readonly url?: string; readonly destination?: { readonly target: string } };
const addressOf = ({ url, destination }: Addressed): string | undefined => url ?? destination?.target;

/** What partners do with their subscriptions. */
export class PartnerDeeds {
  readonly #people: Acquaintance;
  #addresses = 0;

  constructor(people: Acquaintance) {
    this.#people = people;
  }

  async do(what: string, partner: KnownPartner, { choice, detail }: Chances): Promise<void> {
    const own = this.#people.standing(partner);
    if (what === "subscribe") {
      const kind = detail < 0.5 ? "push" : detail < 0.8 ? "ordered" : "pull";
      if (own.length < mostSubscriptions) await this.subscribe(partner, { kind, isPlain: false, choice });
      return;
    }
    const free = own.filter(({ busy }) => !busy);
    const one = free[Math.floor(detail * free.length)];
    if (one === undefined) return;
    one.busy = true;
    try {
      await this.#deal(what, one, choice);
    } finally {
      one.busy = false;
    }
  }

  /** Waits for whoever is changing the subscription. */
  async enable(one: KnownSubscription): Promise<void> {
    while (one.busy) await this.#people.parts.ground.clock.sleep(1_000);
    one.busy = true;
    await this.#patch(one, { isActive: true }, { status: "active" });
    one.busy = false;
  }

  async subscribe(partner: KnownPartner, { kind, isPlain, choice }: NewSubscription): Promise<void> {
    const { ground } = this.#people.parts;
    const url = kind === "pull" ? undefined : this.#newAddress(choice, kind);
    const isWebhook = kind === "push" || kind === "ordered";
    const eventTypes = isPlain ? ["*"] : typeChoices[Math.floor(choice * 7919) % typeChoices.length]!;
    const filter = isPlain || ground.chance(0.6) ? undefined : ground.pick(filters);
    const wish: Wish = { eventTypes, filters: filter ? [filter] : [], baseline: isPlain, isActive: true, url };
    const secret = this.#newSecret();
    const headers: Record<string, string> = !isWebhook ? {} : { "x-api-key": `header-value-${ground.below(1e9)}` };
    for (const value of Object.values(headers)) this.#people.secrets.add(value);
    const isLimited = kind === "push" && !isPlain && ground.chance(0.3);
    const limits = isLimited ? { maxConcurrency: 1 + ground.below(3), ratePerSecond: 1 + ground.below(5) } : {};
    const history = new History<Wish | undefined>(undefined);
    const change = history.begin(ground.clock.now(), wish);
    const settings = {
      ...{ eventTypes, baseline: wish.baseline, ...limits },
      ...(kind !== "sqs" ? { secret } : { destination: { target: url, roleArn } }),
      ...(filter !== undefined && { filter: filter.pattern }),
      ...(isWebhook ? { url, headers } : { kind }),
      ...(kind === "ordered" && { ordered: true }),
    };
    const { status, body } = await this.#people.call(partner.key, "POST", "/v1/subscriptions", settings, partner.id);
    const id: string | undefined =
      status === 201 ? body.id : status === 400 ? await this.#found(partner, url) : undefined;
    if (id === undefined) {
      if (url !== undefined) this.#people.unconfirmed.add(url);
      return;
    }
    if (kind === "sqs")
      Object.assign(headers, { role: roleArn, "external-id": body.destination.externalId, subscription: id });
    const one: KnownSubscription = {
      ...{ id, partner, kind, wish: history, headers, acknowledged: new Set<string>() },
      ...{ secrets: [{ secret, until: Number.POSITIVE_INFINITY }], busy: false, doubled: false, isRemoved: false },
    };
    this.#people.subscriptions.push(one);
    change.end(ground.clock.now());
    ground.trace.note(partner.id, `made ${kind} subscription ${one.id} for ${eventTypes.join(" ")}`);
    await this.#removeDouble(one, url);
  }

  /** Fetches and acknowledges events. Returns how many there were. */
  async pull(one: KnownSubscription, limit: number): Promise<number> {
    const path = `/v1/subscriptions/${one.id}`;
    const { body } = await this.#people.asOwner(one, "GET", `${path}/poll?limit=${limit}&leaseSeconds=5`);
    const items: readonly { ackId: string; event: { id: string } }[] = body?.items ?? [];
    if (items.length === 0) return 0;
    const ackIds = items.map(({ ackId }) => ackId);
    const { status } = await this.#people.asOwner(one, "POST", `${path}/ack`, { ackIds });
    if (status === 200) for (const { event } of items) one.acknowledged.add(event.id);
    return items.length;
  }

  async #deal(what: string, one: KnownSubscription, choice: number): Promise<void> {
    const people = this.#people;
    const path = `/v1/subscriptions/${one.id}`;
    const { reported } = people.parts.witness;
    switch (what) {
      case "change types": {
        const eventTypes = typeChoices[Math.floor(choice * typeChoices.length)]!;
        return this.#patch(one, { eventTypes }, { eventTypes });
      }
      case "change filter": {
        const filter = filters[Math.floor(choice * (filters.length + 1))];
        if (filter === undefined) return this.#patch(one, { filters: [] }, { filter: null });
        return this.#patch(one, { filters: [...one.wish.last!.filters, filter] }, { filter: filter.pattern });
      }
      case "change address": {
        const url = this.#newAddress(choice, one.kind);
        if (one.kind === "pull") return undefined;
        return this.#patch(one, { url }, one.kind === "sqs" ? { destination: { target: url } } : { url });
      }
      case "disable":
        return this.#patch(one, { isActive: false }, { status: "disabled" });
      case "enable":
        return this.#patch(one, { isActive: true }, { status: "active" });
      case "rotate":
        return one.kind === "sqs" ? undefined : this.#rotate(one, choice < 0.5 ? 0 : 600);
      case "ping":
        if (one.kind !== "pull") await people.asOwner(one, "POST", `${path}/ping`);
        return;
      case "replay": {
        const wanted = { dryRun: false, undelivered: choice < 0.5, perSecond: 50 };
        await people.asOwner(one, "POST", `${path}/replays`, wanted);
        return;
      }
      case "retry": {
        const event = [...reported.keys()][Math.floor(choice * reported.size)];
        if (event === undefined) return;
        people.retried.add(event);
        await people.asOwner(one, "POST", `${path}/deliveries/${event}/retry`);
        return;
      }
      case "remove":
        // The first three stay, because otherwise there would soon be nothing left to judge.
        return choice < 0.3 && people.subscriptions.indexOf(one) > 2 ? this.#remove(one) : undefined;
      case "pull":
        if (one.kind === "pull") await this.pull(one, 1 + Math.floor(choice * 20));
        return;
      default:
        await people.asOwner(one, "GET", path);
    }
  }

  #newAddress(choice: number, kind: KnownSubscription["kind"]): string {
    this.#addresses += 1;
    const host = hosts[Math.floor(choice * hosts.length)]!;
    return kind === "sqs" ? queueUrl(host, `s${this.#addresses}`) : `https://${host}/s${this.#addresses}`;
  }

  /**
   * The subscription with a URL. Its request's response was lost, and the repeated request is refused because the URL
   * has since gone astray.
   */
  async #found({ key, id: partner }: KnownPartner, url: string | undefined): Promise<string | undefined> {
    if (url === undefined) return undefined;
    // A sweep may remove what it finds immediately, since nobody got its id with its secret.
    await this.#people.parts.ground.clock.sleep(120_000);
    const { body } = await this.#people.call(key, "GET", "/v1/subscriptions?limit=100", undefined, partner);
    const items: readonly Addressed[] = body?.items ?? [];
    return items.find((one) => addressOf(one) === url)?.id;
  }

  #newSecret(): string {
    const secret = `whsec_${Buffer.from(this.#people.parts.ground.randomness.bytes(32)).toString("base64")}`;
    this.#people.secrets.add(secret);
    return secret;
  }

  /** A request whose response was lost may have been done twice. */
  async #removeDouble(one: KnownSubscription, url: string | undefined): Promise<void> {
    const { body } = await this.#people.asOwner(one, "GET", "/v1/subscriptions?limit=100");
    const known = new Set(this.#people.subscriptions.map(({ id }) => id));
    for (const other of body?.items ?? []) {
      if (known.has(other.id) || (addressOf(other) !== url && url !== undefined)) continue;
      one.doubled = true;
      await this.#people.asOwner(one, "DELETE", `/v1/subscriptions/${other.id}`);
    }
  }

  async #patch(one: KnownSubscription, wish: Partial<Wish>, patch: unknown): Promise<void> {
    const { clock } = this.#people.parts.ground;
    const change = one.wish.begin(clock.now(), { ...one.wish.last!, ...wish });
    const { status } = await this.#people.asOwner(one, "PATCH", `/v1/subscriptions/${one.id}`, patch);
    if (status < 300) change.end(clock.now());
    else change.refused();
  }

  async #rotate(one: KnownSubscription, overlapSeconds: number): Promise<void> {
    const secret = this.#newSecret();
    const former = [...one.secrets];
    one.secrets.push({ secret, until: Number.POSITIVE_INFINITY });
    const wanted = { secret, overlapSeconds };
    const { status } = await this.#people.asOwner(one, "POST", `/v1/subscriptions/${one.id}/secret`, wanted);
    if (status >= 300) return;
    const until = this.#people.parts.ground.clock.now() + overlapSeconds * 1_000;
    for (const old of former) old.until = Math.min(old.until, until);
  }

  async #remove(one: KnownSubscription): Promise<void> {
    const { clock } = this.#people.parts.ground;
    const change = one.wish.begin(clock.now(), undefined);
    const { status } = await this.#people.asOwner(one, "DELETE", `/v1/subscriptions/${one.id}`);
    if (status >= 300 && status !== 404) {
      change.refused();
      return;
    }
    one.isRemoved = true;
    change.end(clock.now());
  }
}
