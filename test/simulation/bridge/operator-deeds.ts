import type { Acquaintance } from "./acquaintance.ts";
import type { ApiAnswer } from "./api-client.ts";
import type { KnownPartner, Standing } from "./histories.ts";

export const operatorDeeds = [
  ...(["suspend", "resume", "revoke", "grant", "pause instance", "resume instance", "pause feed"] as const),
  ...([
    "resume feeds",
    "rewind",
    "erase",
    "approve removals",
    "dismiss removals",
    "redrive",
    "partner comes or goes",
  ] as const),
] as const;
type OperatorDeed = (typeof operatorDeeds)[number];

const known: ReadonlySet<string> = new Set(operatorDeeds);
export const isOperatorDeed = (what: string): what is OperatorDeed => known.has(what);

/** What operators do to partners, instances and feeds. */
export class OperatorDeeds {
  readonly #people: Acquaintance;

  constructor(people: Acquaintance) {
    this.#people = people;
  }

  async do(what: OperatorDeed, partner: KnownPartner, detail: number): Promise<void> {
    const people = this.#people;
    const { instances, redrive } = people.parts;
    const instance = instances[Math.floor(detail * 7_919) % instances.length]?.name ?? "";
    const path = `/v1/partners/${partner.id}`;
    switch (what) {
      case "suspend":
      case "resume":
        return this.#change(partner, { isActive: what === "resume" }, () =>
          people.asOperator("POST", `${path}/${what}`),
        );
      case "revoke":
      case "grant": {
        const granted = { instances: what === "grant" ? partner.home : [] };
        return this.#change(partner, granted, () => people.asOperator("PATCH", path, granted));
      }
      case "pause instance":
      case "resume instance":
        return this.#pause(instance, what === "pause instance");
      case "rewind":
        await people.asOperator("POST", `/v1/instances/${instance}/rewind`, {});
        return;
      case "pause feed":
        return this.#feeds(instance, "pause", (feeds) => feeds.slice(Math.floor(detail * feeds.length)).slice(0, 1));
      case "resume feeds":
        return this.#feeds(instance, "resume", (feeds) => feeds.filter(({ status }) => status !== "active"));
      case "erase":
        return this.#erase(detail);
      case "approve removals":
        return this.#decide(instance, "approve");
      case "dismiss removals":
        return this.#decide(instance, "dismiss");
      case "partner comes or goes":
        return this.#comeOrGo(detail);
      case "redrive":
        return redrive();
    }
  }

  /** Reads everything of an instance again and lets what waits for an operator continue. */
  async mend(instance: string): Promise<void> {
    await this.#pause(instance, false);
    await this.#feeds(instance, "resume", (feeds) => feeds.filter(({ status }) => status !== "active"));
    await this.#decide(instance, "approve");
    await this.#people.parts.redrive();
  }

  /** Makes one change at a time, because of two concurrent ones nobody could say which one applies in the end. */
  async #change(partner: KnownPartner, wish: Partial<Standing>, call: () => Promise<ApiAnswer>): Promise<void> {
    const { clock } = this.#people.parts.ground;
    while (partner.busy) await clock.sleep(1_000);
    partner.busy = true;
    const change = partner.standing.begin(clock.now(), { ...partner.standing.last, ...wish });
    const { status } = await call();
    // The first response to a deletion may have been lost.
    if (status < 300 || (status === 404 && wish.instances?.length === 0)) change.end(clock.now());
    else change.refused();
    partner.busy = false;
  }

  async #feeds(
    instance: string,
    deed: "pause" | "resume",
    choose: (feeds: readonly { id: string; status: string }[]) => readonly { id: string }[],
  ): Promise<void> {
    const feeds: { id: string; status: string }[] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined; ) {
      const after = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const { body } = await this.#people.asOperator("GET", `/v1/feeds?instance=${instance}&limit=100${after}`);
      feeds.push(...(body?.items ?? []));
      cursor = body?.nextCursor;
    }
    for (const { id } of choose(feeds))
      await this.#people.asOperator("POST", `/v1/feeds/${encodeURIComponent(id)}/${deed}`);
  }

  async #erase(detail: number): Promise<void> {
    const { witness } = this.#people.parts;
    const reported = [...witness.reported.values()].filter(({ envelope }) => envelope.subject.type === "person");
    const found = reported[Math.floor(detail * reported.length)]?.envelope;
    if (found === undefined) return;
    const { instance } = found;
    const { type, id } = found.subject;
    this.#people.erased.add(`${type}/${id}`);
    await this.#people.asOperator("POST", "/v1/erasures", { instance, subject: { type, id } });
  }

  async #pause(instance: string, isPaused: boolean): Promise<void> {
    const { ground } = this.#people.parts;
    const change = this.#people.pausedOf(instance).begin(ground.clock.now(), isPaused);
    const path = `/v1/instances/${instance}/${isPaused ? "pause" : "resume"}`;
    const { status } = await this.#people.asOperator("POST", path);
    if (status < 300) change.end(ground.clock.now());
    else change.refused();
  }

  /** The first two partners stay. A third one appears, subscribes, and is deleted with everything it owns. */
  async #comeOrGo(detail: number): Promise<void> {
    const people = this.#people;
    const guest = people.partners.find((partner, at) => at > 1 && !partner.isGone);
    if (guest === undefined) return people.invite(detail);
    const path = `/v1/partners/${guest.id}?confirm=${guest.id}`;
    const { clock } = people.parts.ground;
    const own = people.standing(guest);
    const changes = own.map(({ wish }) => wish.begin(clock.now(), undefined));
    await this.#change(guest, { isActive: false, instances: [] }, () => people.asOperator("DELETE", path));
    guest.isGone = guest.standing.last.instances.length === 0;
    for (const change of changes) {
      if (guest.isGone) change.end(clock.now());
      else change.refused();
    }
    for (const one of own) one.isRemoved = guest.isGone;
  }

  async #decide(instance: string, decision: "approve" | "dismiss"): Promise<void> {
    const { body } = await this.#people.asOperator("GET", `/v1/removals?instance=${instance}`);
    for (const { source } of body?.items ?? []) {
      const path = `/v1/instances/${instance}/removals/${encodeURIComponent(source)}/${decision}`;
      await this.#people.asOperator("POST", path);
    }
  }
}
