import type { Acquaintance, PeopleParts } from "./acquaintance.ts";
import type { ApiAnswer } from "./api-client.ts";
import { History, type KnownPartner, type KnownSubscription } from "./histories.ts";
import { isOperatorDeed, OperatorDeeds } from "./operator-deeds.ts";
import { PartnerDeeds } from "./partner-deeds.ts";
import { hosts, moods } from "./subscribers.ts";

/** Something that somebody does. `choice` and `detail`, each in [0, 1), decide with whom and how. */
export type Deed = { readonly what: string; readonly choice: number; readonly detail: number };

/** Partners, operators and those who run the endpoints. They know the bridge only through its API. */
export class People implements Acquaintance {
  readonly partners: KnownPartner[] = [];
  readonly subscriptions: KnownSubscription[] = [];
  readonly unconfirmed = new Set<string>();
  /** Records that were erased. Their events need not arrive any more. */
  readonly erased = new Set<string>();
  readonly retried = new Set<string>();
  readonly #paused = new Map<string, History<boolean>>();
  readonly secrets = new Set<string>();
  readonly parts: PeopleParts;
  readonly #ofPartners = new PartnerDeeds(this);
  readonly #ofOperators = new OperatorDeeds(this);

  constructor(parts: PeopleParts) {
    this.parts = parts;
    this.secrets.add(parts.operatorKey);
  }

  pausedOf(instance: string): History<boolean> {
    const known = this.#paused.get(instance) ?? new History(false);
    this.#paused.set(instance, known);
    return known;
  }

  /**
   * Registers the instances; the second partner has only the first one. Two partners subscribe in four ways before
   * anything is read.
   */
  async begin(): Promise<void> {
    const { instances } = this.parts;
    for (const { name, registration } of instances) await this.asOperator("PUT", `/v1/instances/${name}`, registration);
    const one = await this.#welcome("one", instances.length);
    const two = await this.#welcome("two", 1);
    await this.#ofPartners.subscribe(one, { kind: "push", isPlain: true, choice: 0 });
    await this.#ofPartners.subscribe(two, { kind: "ordered", isPlain: true, choice: 0.3 });
    await this.#ofPartners.subscribe(two, { kind: "pull", isPlain: true, choice: 0 });
    await this.#ofPartners.subscribe(one, { kind: "push", isPlain: false, choice: 0.6 });
    if (this.parts.destination) await this.#ofPartners.subscribe(two, { kind: "sqs", isPlain: true, choice: 0.8 });
  }

  async invite(choice: number): Promise<void> {
    const guest = await this.#welcome("guest", this.parts.instances.length);
    await this.#ofPartners.subscribe(guest, { kind: "push", isPlain: true, choice });
  }

  async do({ what, choice, detail }: Deed): Promise<void> {
    if (what === "mood") {
      const mood = detail < 0.35 ? "well" : moods[Math.floor(choice * 1e6) % moods.length];
      this.parts.subscribers.turn(hosts[Math.floor(choice * hosts.length)]!, mood!);
      return;
    }
    const present = this.partners.filter(({ isGone }) => !isGone);
    const partner = present[Math.floor(choice * present.length)];
    if (partner === undefined) return;
    if (isOperatorDeed(what)) await this.#ofOperators.do(what, partner, detail);
    else await this.#ofPartners.do(what, partner, { choice, detail });
  }

  /** Repairs everything. */
  async mend(): Promise<void> {
    this.parts.subscribers.allTurnWell();
    await this.goOn();
  }

  /**
   * Ends everything that was stopped: partners are resumed, subscriptions enabled, feeds read, dead letters sent again.
   */
  async goOn(): Promise<void> {
    for (const partner of this.partners) {
      if (partner.isGone) continue;
      await this.#ofOperators.do("resume", partner, 0);
      await this.#ofOperators.do("grant", partner, 0);
      for (const one of this.standing(partner)) await this.#ofPartners.enable(one);
    }
    for (const { name } of this.parts.instances) await this.#ofOperators.mend(name);
  }

  async pullAll(): Promise<void> {
    for (const one of this.subscriptions) {
      if (one.kind !== "pull" || one.isRemoved) continue;
      for (let round = 0; round < 50 && (await this.#ofPartners.pull(one, 100)) > 0; round += 1);
    }
  }

  /** Records that the bridge disabled a subscription. */
  hearOfDisabling(id: string): void {
    const one = this.subscriptions.find((known) => known.id === id);
    const wish = one?.wish.last;
    const now = this.parts.ground.clock.now();
    if (wish !== undefined) one?.wish.begin(now, { ...wish, isActive: false }).end(now);
  }

  standing(partner: KnownPartner): KnownSubscription[] {
    return this.subscriptions.filter((one) => one.partner === partner && !one.isRemoved);
  }

  asOwner({ partner }: KnownSubscription, method: string, path: string, body?: unknown): Promise<ApiAnswer> {
    return this.call(partner.key, method, path, body, partner.id);
  }

  asOperator(method: string, path: string, body?: unknown): Promise<ApiAnswer> {
    return this.call(this.parts.operatorKey, method, path, body, "operator");
  }

  async call(key: string, method: string, path: string, body: unknown, who: string): Promise<ApiAnswer> {
    const answer = await this.parts.api.call({ method, path, key, ...(body !== undefined && { body }) });
    const [shown = ""] = path.split("?");
    const asked = method === "GET" || body === undefined ? "" : ` ${JSON.stringify(body).slice(0, 160)}`;
    const status = answer.status === 0 ? "no answer" : String(answer.status);
    this.parts.ground.trace.note(who, `${method} ${shown}${asked}: ${status}`);
    return answer;
  }

  async #welcome(name: string, many: number): Promise<KnownPartner> {
    const home = this.parts.instances.slice(0, many).map((each) => each.name);
    const { body } = await this.asOperator("POST", "/v1/partners", { name, instances: home });
    const made = await this.asOperator("POST", `/v1/partners/${body.id}/keys`, { name: "all", scopes: ["admin"] });
    this.secrets.add(made.body.key);
    const standing = new History({ isActive: true, instances: home });
    const partner = { id: body.id, key: made.body.key, standing, home, isGone: false, busy: false };
    this.partners.push(partner);
    return partner;
  }
}
