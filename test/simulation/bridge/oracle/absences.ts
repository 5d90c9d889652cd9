import type { Envelope } from "../../../../shared/kernel/envelope.ts";

type Parts = {
  /** The current time (unix ms). */
  readonly now: () => number;
  /** How long (ms) a response proves something. No visit of a feed takes longer. */
  readonly lasting: number;
};

/**
 * What the source told each process isn't there. A record may reappear between the request that proves its removal and
 * the write that publishes it. Then it really was gone, and is published as restored later. So a process that publishes
 * the removal of a visible record must have been told just before that it isn't there.
 */
export class Absences {
  readonly #parts: Parts;
  /**
   * When each process was last told that something isn't there, unless it was shown since, by process, instance,
   * resource and id.
   */
  readonly #known = new Map<string, number>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A response of the source to a process. `path` is `/acme/api/v1/en/document/M6Uy2LUmUQ4`. */
  hear(process: string, path: string, status: number): void {
    const [instance = "", , , , resource = "", id, ...rest] = new URL(path, "https://source.example").pathname
      .split("/")
      .slice(1);
    if (id === undefined || rest.length > 0) return;
    const key = `${process} ${instance} ${resource} ${id}`;
    if (status === 404) this.#known.set(key, this.#parts.now());
    // A request that was throttled or failed shows nothing.
    else if (status === 200) this.#known.delete(key);
  }

  /** Whether a process was just told that a record isn't there, and nothing else since. */
  lacked(process: string, { type, id }: Pick<Envelope["subject"], "type" | "id">, instance: string): boolean {
    const at = this.#known.get(`${process} ${instance} ${type} ${id}`);
    return at !== undefined && this.#parts.now() - at <= this.#parts.lasting;
  }
}
