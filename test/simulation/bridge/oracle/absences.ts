import type { Envelope } from "../../../../shared/kernel/envelope.ts";

type Parts = {
  /** Unix ms. */
  readonly now: () => number;
  /** Ms after which an answer proves nothing any more: no visit of a feed takes longer. */
  readonly lasting: number;
};

/**
 * What the source itself said isn't there, to which process. A record may come back between the question that proves its
 * removal and the write that tells it: then it was gone, and is told as restored later. Whoever tells a removal of what the
 * source shows must therefore have been told itself, just before, that it isn't there.
 */
export class Absences {
  readonly #parts: Parts;
  /** When each process was last told that something isn't there, unless it was shown since; by process, instance, resource and id. */
  readonly #known = new Map<string, number>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** An answer of the source as a process got it; `path` is `/acme/api/v1/en/document/M6Uy2LUmUQ4`. */
  hear(process: string, path: string, status: number): void {
    const [instance = "", , , , resource = "", id, ...rest] = new URL(path, "https://source.example").pathname
      .split("/")
      .slice(1);
    if (id === undefined || rest.length > 0) return;
    const key = `${process} ${instance} ${resource} ${id}`;
    if (status === 404) this.#known.set(key, this.#parts.now());
    // Neither a throttled question nor one that failed says anything.
    else if (status === 200) this.#known.delete(key);
  }

  /** Whether a process was told just now, and nothing else since, that a record isn't there. */
  lacked(process: string, { type, id }: Pick<Envelope["subject"], "type" | "id">, instance: string): boolean {
    const at = this.#known.get(`${process} ${instance} ${type} ${id}`);
    return at !== undefined && this.#parts.now() - at <= this.#parts.lasting;
  }
}
