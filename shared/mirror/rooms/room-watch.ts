import type { Context } from "../../kernel/context.ts";
import { ContentionError } from "../../kernel/errors.ts";
import type { Table } from "../../kernel/ports/table.ts";
import type { InstanceRegistry } from "../../source/instance-registry.ts";
import { type Fact, findItem, type MirrorItem } from "../mirror-item.ts";
import { recordKey } from "../mirror-key.ts";
import { risen } from "../next-item.ts";
import { storedBodyOf } from "../records/bodies.ts";
import { writeItem } from "../write-item.ts";

type Parts = Context & {
  readonly mirror: Table;
  readonly instances: Pick<InstanceRegistry, "find">;
};

/** Stores in the mirror whether the last visit to each room could read it. */
export class RoomWatch {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Publishes once per outage. The cause is unknown (docs/partner-api.md#rooms-look-alike). */
  async unreachable(instance: string, id: string): Promise<void> {
    const now = this.#parts.clock.now();
    const seqFloor = (await this.#parts.instances.find(instance))?.seqFloor ?? 0;
    const before = await findItem(this.#parts.mirror, instance, "room", id);
    if (before?.state === "unlisted") return;
    const known: MirrorItem = before ?? {
      ...recordKey(instance, "room", id),
      instance,
      resource: "room",
      id,
      seq: seqFloor,
      state: "live",
      asOf: now,
      observedAt: now - 1,
      firstSeenAt: now,
      changeLog: [],
    };
    const full = storedBodyOf("room", { cause: "unknown" });
    const facts: Fact[] = [{ type: "room.unreachable", key: "" }];
    const next: MirrorItem = { ...known, state: "unlisted", asOf: now, full };
    await this.#write(before, risen(known, next, { now, seqFloor }, { detectedBy: "journal", facts }));
  }

  async reachable(instance: string, id: string): Promise<void> {
    const before = await findItem(this.#parts.mirror, instance, "room", id);
    if (before?.state !== "unlisted") return;
    await this.#write(before, { ...before, state: "live", asOf: this.#parts.clock.now() });
  }

  async #write(before: MirrorItem | undefined, next: MirrorItem): Promise<void> {
    const outcome = await writeItem(this.#parts.mirror, before, next);
    if (outcome === "conflict")
      throw new ContentionError(`room ${next.id} of ${next.instance} was changed by another worker`);
  }
}
