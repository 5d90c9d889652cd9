import { FidelityWorld, hour, minute } from "./fidelity-world.ts";
import { newDocument, newFolder } from "./generate/documents.ts";
import { newRecord } from "./generate/records.ts";
import { type Owner, ownerKey } from "./source/document-source.ts";

type MassLossOptions = {
  readonly seed: number;
  readonly kind: "company" | "document" | "folder";
  /** The number of records, and how many of them vanish at once, without an entry in a change feed. */
  readonly known: number;
  readonly lost: number;
};

/**
 * More than 20 and more than 2 % of the known records wait for an operator; fewer are removed (docs/operator-guide.md).
 */
export class MassLossWorld extends FidelityWorld {
  readonly #options: MassLossOptions;
  readonly #owner: Owner;

  constructor(options: MassLossOptions) {
    super({ ...options, pageLimit: 1_000, refuses: true });
    this.#options = options;
    const company = newRecord("company", this.dice, this.#longAgo());
    this.source.put(company);
    this.#owner = { type: "Company", id: company.id };
  }

  async run(): Promise<void> {
    const { kind, known, lost } = this.#options;
    this.#fill();
    await this.bridge.connect();
    await this.#readAll();
    this.bridge.take();
    this.#lose();
    this.transitions = lost;
    await this.#readAll();
    const events = this.take();
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
    return (this.clock.now() - 50 * hour) * 1_000;
  }

  #fill(): void {
    const { kind, known } = this.#options;
    const dice = this.dice;
    const scene = {
      ...{ source: this.documents, dice, owners: [this.#owner] },
      now: () => this.#longAgo(),
      changedBy: () => '"p"',
    };
    for (let n = kind === "company" ? 1 : 0; n < known; n += 1) {
      if (kind === "company") this.source.put(newRecord("company", dice, this.#longAgo() + n));
      if (kind === "document") this.documents.put(newDocument(scene));
    }
    if (kind !== "folder") return;
    this.documents.folders.set(
      ownerKey(this.#owner),
      Array.from({ length: known }, () => newFolder(dice, null)),
    );
  }

  #lose(): void {
    const { kind, lost } = this.#options;
    if (kind === "company")
      for (const record of this.source.all("company").slice(1, 1 + lost)) this.source.remove(record);
    if (kind === "document")
      for (const id of [...this.documents.documents.keys()].slice(0, lost)) this.documents.documents.delete(id);
    const folders = this.documents.folders.get(ownerKey(this.#owner)) ?? [];
    if (kind === "folder") this.documents.folders.set(ownerKey(this.#owner), folders.slice(lost));
  }

  async #readAll(): Promise<void> {
    for (const wait of [0, 3 * hour, 2 * minute, 2 * minute, 7 * hour - 10 * minute, 2 * minute, 2 * minute]) {
      this.clock.advance(wait);
      await this.bridge.poll(["company-timeline", "company-walk"]);
      for (let n = 0; n < 3; n += 1) await this.bridge.pollOwner(this.#owner);
    }
  }
}
