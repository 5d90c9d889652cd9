import { FakeClock } from "../support/fake-clock.ts";
import { Bridge } from "./bridge.ts";
import type { Finding } from "./finding.ts";
import { Dice } from "./generate/dice.ts";
import { newDocument, newFolder } from "./generate/documents.ts";
import { closed, newRecord } from "./generate/records.ts";
import { readEvent } from "./oracle/told-event.ts";
import { DocumentSource, type Owner, ownerKey } from "./source/document-source.ts";
import { FakeSource } from "./source/fake-source.ts";
import { Tally } from "./tally.ts";

export type MassLossOptions = {
  readonly seed: number;
  readonly kind: "company" | "document" | "folder";
  /** The number of records, and how many of them vanish at once, without an entry in a change feed. */
  readonly known: number;
  readonly lost: number;
};

const minute = 60_000;
const hour = 60 * minute;

/**
 * More than 20 and more than 2 % of the known records wait for an operator; fewer are removed (docs/operator-guide.md).
 */
export class MassLossWorld {
  readonly findings: Finding[] = [];
  readonly tally = new Tally();
  transitions = 0;
  events = 0;
  readonly #options: MassLossOptions;
  readonly #clock = new FakeClock();
  readonly #documents = new DocumentSource(true);
  readonly #source: FakeSource;
  readonly #bridge: Bridge;
  readonly #owner: Owner;
  readonly #dice: Dice;

  constructor(options: MassLossOptions) {
    this.#options = options;
    this.#dice = new Dice(options.seed);
    this.#source = new FakeSource({ pageLimit: 1_000, refuses: true }, this.#documents, closed, () =>
      this.#clock.now(),
    );
    this.#bridge = new Bridge(this.#source, this.#clock, options.seed, {
      heartbeatLimit: 1e12,
      snapshotPeriodCap: 6 * hour,
    });
    const company = newRecord("company", this.#dice, this.#longAgo());
    this.#source.put(company);
    this.#owner = { type: "Company", id: company.id };
  }

  async run(): Promise<void> {
    const { kind, known, lost } = this.#options;
    this.#fill();
    await this.#bridge.connect();
    await this.#readAll();
    this.#bridge.take();
    this.#lose();
    this.transitions = lost;
    await this.#readAll();
    const events = this.#bridge.take().map(({ text }) => readEvent(text));
    this.events = events.length;
    const removed = events.filter(({ type }) => type === `${kind}.removed`).length;
    const isHeld = events.some(
      ({ type, text }) => type === "bridge.removals_held" && text.includes(`"source":"${kind}"`),
    );
    const mustBeHeld = lost > Math.max(20, 0.02 * known);
    if (isHeld === mustBeHeld && removed === (mustBeHeld ? 0 : lost)) {
      this.tally.note(mustBeHeld ? "docs/operator-guide.md" : undefined);
      return;
    }
    const what = `${lost} of ${known} vanished, ${removed} ${kind}.removed came${isHeld ? " and a hold" : ""}; ${mustBeHeld ? "a hold" : "removals"} expected`;
    this.findings.push({
      ...{
        kind: "removals held",
        rule: "docs/operator-guide.md",
        what,
        of: kind,
        transition: "many vanish at once",
        was: `${known}`,
        is: `${known - lost}`,
      },
      events: events.slice(0, 3).map(({ text }) => text),
    });
  }

  #longAgo(): number {
    return (this.#clock.now() - 50 * hour) * 1_000;
  }

  #fill(): void {
    const { kind, known } = this.#options;
    const dice = this.#dice;
    const scene = {
      ...{ source: this.#documents, dice, owners: [this.#owner] },
      now: () => this.#longAgo(),
      changedBy: () => '"p"',
    };
    for (let n = kind === "company" ? 1 : 0; n < known; n += 1) {
      if (kind === "company") this.#source.put(newRecord("company", dice, this.#longAgo() + n));
      if (kind === "document") this.#documents.put(newDocument(scene));
    }
    if (kind !== "folder") return;
    this.#documents.folders.set(
      ownerKey(this.#owner),
      Array.from({ length: known }, () => newFolder(dice, null)),
    );
  }

  #lose(): void {
    const { kind, lost } = this.#options;
    if (kind === "company")
      for (const record of this.#source.all("company").slice(1, 1 + lost)) this.#source.remove(record);
    if (kind === "document")
      for (const id of [...this.#documents.documents.keys()].slice(0, lost)) this.#documents.documents.delete(id);
    const folders = this.#documents.folders.get(ownerKey(this.#owner)) ?? [];
    if (kind === "folder") this.#documents.folders.set(ownerKey(this.#owner), folders.slice(lost));
  }

  async #readAll(): Promise<void> {
    for (const wait of [0, 3 * hour, 2 * minute, 2 * minute, 7 * hour - 10 * minute, 2 * minute, 2 * minute]) {
      this.#clock.advance(wait);
      await this.#bridge.poll(["company-timeline", "company-walk"]);
      for (let n = 0; n < 3; n += 1) await this.#bridge.pollOwner(this.#owner);
    }
  }
}
