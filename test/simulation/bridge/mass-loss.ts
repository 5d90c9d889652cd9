import { uploadDocument } from "../../../infra/sandbox/documents/upload.ts";
import { personResource } from "../../../infra/sandbox/resources/person/person-endpoints.ts";
import { personCreateBody } from "../../../infra/sandbox/resources/person/person-view.ts";
import { createRecord } from "../../../infra/sandbox/resources/record-endpoints.ts";
import type { Instance } from "../../../infra/sandbox/store/instance.ts";
import type { DocumentRow, PersonRow } from "../../../infra/sandbox/store/rows.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import type { Happening } from "./happening.ts";

export const massLossDeeds = ["many come", "many vanish", "many come back"] as const;

/** More than the bridge ever accepts as removed within a day. */
const many = 24;
const owners = 6;
const minute = 60_000;
/** Such a seed takes twice as long. */
const share = 0.35;

/**
 * In some seeds so much disappears at the same time that its removals are held: persons, or documents outside folders,
 * which no journal shows. Operators decide, more than once. In half of these seeds everything reappears later, as after
 * lost access.
 */
export function massLossOf(seed: number, minutes: number): readonly Happening[] {
  const randomness = new SeededRandomness(seed * 32_452_843 + 7);
  if (randomness.fraction() >= share) return [];
  const choice = randomness.fraction();
  const at = (from: number, to: number): number => Math.floor((from + (to - from) * randomness.fraction()) * minute);
  const decision = () => (randomness.fraction() < 0.5 ? "approve removals" : "dismiss removals");
  const decided = Array.from({ length: Math.floor(randomness.fraction() * 4) }, (): Happening => {
    return { at: at(minutes / 2, minutes), what: decision(), choice: 0, detail: 0 };
  });
  const back: Happening = { at: at(minutes / 2, minutes), what: "many come back", choice, detail: 0 };
  return [
    { at: at(0, 1), what: "many come", choice, detail: 0 },
    { at: at(3, 5), what: "many vanish", choice, detail: 0 },
    ...decided,
    ...(randomness.fraction() < 0.5 ? [back] : []),
  ];
}

/** Rows of an instance that appear together, disappear together and may reappear. */
export class MassLoss {
  readonly #instance: Instance;
  #persons: readonly PersonRow[] = [];
  #documents: readonly DocumentRow[] = [];

  constructor(instance: Instance) {
    this.#instance = instance;
  }

  do(what: (typeof massLossDeeds)[number], choice: number): void {
    if (what === "many come") this.#come(choice);
    else if (what === "many vanish") this.#vanish();
    else this.#comeBack();
  }

  #come(choice: number): void {
    const instance = this.#instance;
    const write = () => instance.startWrite(0);
    if (choice < 0.5) {
      this.#persons = Array.from({ length: many }, (_, place) =>
        createRecord(
          instance,
          personResource,
          write(),
          personCreateBody.parse({ firstName: "One", lastName: `Of many ${place}` }),
        ),
      );
      return;
    }
    const holders = [...instance.tables.company.all()].slice(0, owners);
    this.#documents = Array.from({ length: many }, (_, place) => {
      const owner = { type: "Company", id: holders[place % holders.length]?.id ?? 0 } as const;
      const content = { content: Buffer.from(`One of many ${place}`), mimeType: "text/plain", description: undefined };
      const placed = { owner, folderId: undefined, onConflict: "keepAll" } as const;
      const stamps = { created: undefined, createdBy: undefined };
      return uploadDocument(instance, write(), { name: `one-of-many-${place}.txt`, ...content, ...placed, ...stamps });
    });
  }

  /**
   * Removes the rows without a record of it, as if the bridge's credential had lost access. Rows that were removed
   * otherwise stay removed.
   */
  #vanish(): void {
    const { tables } = this.#instance;
    this.#persons = this.#persons.flatMap(({ id }) => tables.person.get(id) ?? []);
    this.#documents = this.#documents.flatMap(({ id }) => {
      const row = tables.document.get(id);
      // A document that was filed in a folder meanwhile has entries in a journal.
      return row === undefined || row.placements.length > 0 ? [] : [row];
    });
    this.#instance.commit(this.#instance.startWrite(0), (transaction) => {
      for (const { id } of this.#persons) transaction.remove("person", id);
      for (const { id } of this.#documents) transaction.remove("document", id);
    });
  }

  #comeBack(): void {
    const { tables } = this.#instance;
    this.#instance.commit(this.#instance.startWrite(0), (transaction) => {
      for (const row of this.#persons) transaction.put("person", row);
      // A document whose owner was removed meanwhile stays removed with it.
      for (const row of this.#documents)
        if (tables.company.get(row.owner.id) !== undefined) transaction.put("document", row);
    });
  }
}
