import { addShortcut, describeDocument } from "../../../infra/sandbox/documents/document-operations.ts";
import { isPlacedIn } from "../../../infra/sandbox/documents/folder-tree.ts";
import type { Instance } from "../../../infra/sandbox/store/instance.ts";
import type { Owner } from "../../../infra/sandbox/store/rows.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { type Happening, scattered } from "./happening.ts";

const share = 0.35;
/** How many rooms an instance has. */
const many = 2;

/** In a third of the seeds, each instance has share rooms, in which documents appear, change and disappear from view. */
export function roomsOf(seed: number, minutes: number): readonly Happening[] {
  const randomness = new SeededRandomness(seed * 122_949_823 + 29);
  if (randomness.fraction() >= share) return [];
  return scattered(randomness, "rooms", { least: 15, more: 20, minutes });
}

/** An instance's share rooms, and what happens in them. */
export class Rooms {
  readonly #instance: Instance;
  readonly #ids: readonly number[];
  #changes = 0;

  constructor(instance: Instance) {
    this.#instance = instance;
    const ownerPersonId = this.#reader();
    this.#ids = Array.from({ length: many }, (_, place) => {
      const write = instance.startWrite(ownerPersonId);
      instance.commit(write, (transaction) => {
        transaction.put("room", { id: write.ticket, name: `Room ${place}`, ownerPersonId, memberIds: [] });
      });
      return write.ticket;
    });
  }

  get instance(): string {
    return this.#instance.name;
  }

  get ids(): readonly string[] {
    return this.#ids.map((id) => this.#instance.ids.mask("room", id));
  }

  /** The person whose rooms the bridge's credential sees. */
  #reader(): number {
    return [...this.#instance.tables.credential.all()][0]?.actorId ?? 0;
  }

  async do(choice: number, detail: number): Promise<void> {
    const instance = this.#instance;
    const id = this.#ids[Math.floor(choice * 104_729) % many] ?? 0;
    const owner: Owner = { type: "Room", id };
    if (detail < 0.15) {
      this.#show(id, instance.tables.room.get(id)?.ownerPersonId !== this.#reader());
      return;
    }
    // Some changes are committed after later ones, so their entries appear before entries that were already read.
    const write = await instance.beginWrite(this.#reader(), instance.settings.liveLateMilliseconds);
    const isIn = (room: Owner) => (row: { readonly placements: Parameters<typeof isPlacedIn>[0][] }) =>
      row.placements.some((placement) => isPlacedIn(placement, room));
    const all = [...instance.tables.document.all()];
    const [inside, outside] = [all.filter(isIn(owner)), all.filter((row) => !isIn(owner)(row))];
    const rows = detail < 0.5 || inside.length === 0 ? outside : inside;
    const row = rows[Math.floor(choice * 7_919) % rows.length];
    if (row === undefined) return;
    this.#changes += 1;
    if (rows === outside) addShortcut(instance, write, row, owner, null);
    else describeDocument(instance, write, row, { ...row, name: `Shared ${this.#changes}.txt` });
  }

  /** Shows a room to the bridge's credential, or hides it. */
  #show(id: number, isShown: boolean): void {
    const row = this.#instance.tables.room.get(id);
    const ownerPersonId = isShown ? this.#reader() : this.#reader() + 1;
    if (row === undefined) return;
    this.#instance.commit(this.#instance.startWrite(0), (transaction) => {
      transaction.put("room", { ...row, ownerPersonId });
    });
  }

  /** From now on, all rooms can be read. */
  settle(): void {
    for (const id of this.#ids) this.#show(id, true);
  }
}
