import type { ApiAnswer } from "./api-client.ts";
import type { KnownPartner, Standing } from "./histories.ts";
import type { People } from "./people.ts";

export const operatorDeeds = [
  ...(["suspend", "resume", "revoke", "grant", "pause instance", "resume instance", "pause feed"] as const),
  ...(["resume feeds", "rewind", "erase", "approve removals", "redrive"] as const),
] as const;
type OperatorDeed = (typeof operatorDeeds)[number];

const known: ReadonlySet<string> = new Set(operatorDeeds);
export const isOperatorDeed = (what: string): what is OperatorDeed => known.has(what);

/** What operators do to partners, instances and feeds. */
export class OperatorDeeds {
  readonly #people: People;

  constructor(people: People) {
    this.#people = people;
  }

  async do(what: OperatorDeed, partner: KnownPartner, detail: number): Promise<void> {
    const people = this.#people;
    const { instance, redrive } = people.parts;
    const path = `/v1/partners/${partner.id}`;
    switch (what) {
      case "suspend":
      case "resume":
        return this.#change(partner, { isActive: what === "resume" }, () =>
          people.asOperator("POST", `${path}/${what}`),
        );
      case "revoke":
      case "grant": {
        const instances = what === "grant" ? [instance] : [];
        return this.#change(partner, { instances }, () => people.asOperator("PATCH", path, { instances }));
      }
      case "pause instance":
      case "resume instance":
        await people.asOperator("POST", `/v1/instances/${instance}/${what.split(" ")[0] ?? ""}`);
        return;
      case "rewind":
        await people.asOperator("POST", `/v1/instances/${instance}/rewind`, {});
        return;
      case "pause feed":
        return this.#feeds("pause", (feeds) => feeds.slice(Math.floor(detail * feeds.length)).slice(0, 1));
      case "resume feeds":
        return this.#feeds("resume", (feeds) => feeds.filter(({ status }) => status !== "active"));
      case "erase":
        return this.#erase(detail);
      case "approve removals":
        return this.#approve();
      case "redrive":
        return redrive();
    }
  }

  /** One change at a time: of two at once nobody could say which one stands in the end. */
  async #change(partner: KnownPartner, wish: Partial<Standing>, call: () => Promise<ApiAnswer>): Promise<void> {
    const { clock } = this.#people.parts.ground;
    while (partner.busy) await clock.sleep(1_000);
    partner.busy = true;
    const change = partner.standing.begin(clock.now(), { ...partner.standing.last, ...wish });
    const { status } = await call();
    if (status < 300) change.end(clock.now());
    else change.refused();
    partner.busy = false;
  }

  async #feeds(
    deed: "pause" | "resume",
    choose: (feeds: readonly { id: string; status: string }[]) => readonly { id: string }[],
  ): Promise<void> {
    const { instance } = this.#people.parts;
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
    const { instance, witness } = this.#people.parts;
    const told = [...witness.told.values()].filter(({ envelope }) => envelope.subject.type === "person");
    const subject = told[Math.floor(detail * told.length)]?.envelope.subject;
    if (subject === undefined) return;
    const { type, id } = subject;
    this.#people.erased.add(`${type}/${id}`);
    await this.#people.asOperator("POST", "/v1/erasures", { instance, subject: { type, id } });
  }

  async #approve(): Promise<void> {
    const { instance } = this.#people.parts;
    const { body } = await this.#people.asOperator("GET", `/v1/removals?instance=${instance}`);
    for (const { source } of body?.items ?? []) {
      const path = `/v1/instances/${instance}/removals/${encodeURIComponent(source)}/approve`;
      await this.#people.asOperator("POST", path);
    }
  }
}
