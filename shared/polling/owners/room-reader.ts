import { CorruptItemError } from "../../kernel/errors.ts";
import type { RoomWatch } from "../../mirror/rooms/room-watch.ts";
import type { OwnerMirror } from "../documents/owner-mirror.ts";
import { type FeedReader, mapped } from "../feed-reader.ts";
import type { JournalReader } from "../journal/journal-reader.ts";

export type RoomParts = {
  readonly journal: JournalReader;
  readonly mirror: Pick<OwnerMirror, "touchOwnersOf" | "touchOwnersUnder">;
  readonly rooms: Pick<RoomWatch, "unreachable" | "reachable">;
};

/**
 * A room has only a journal: every other document operation rejects rooms (docs/partner-api.md#rooms, hazard 53). The
 * primary copy of a document in the room belongs to another owner (docs/partner-api.md#rooms-point-elsewhere), which
 * the reader marks dirty.
 */
export function createRoomReader({ journal, mirror, rooms }: RoomParts): FeedReader {
  return {
    async *read(visit) {
      const { feedId, instance, owner, lastError, drained } = visit.feed;
      if (owner === undefined) throw new CorruptItemError(`feed ${feedId} has no owner`);
      const end = yield* mapped(journal.read(visit), async (step) => {
        const ids = step.found.flatMap(({ body: { documentId } }) =>
          typeof documentId === "string" ? [documentId] : [],
        );
        // Owners are marked dirty before the entries are counted: a second mark costs a snapshot, but without a mark,
        // changes would be lost. In a first pass, no document is requested, because the owners' first visits come
        // anyway.
        if (ids.length > 0) await mirror.touchOwnersOf(instance, [...new Set(ids)], drained ? visit.source : undefined);
        return step;
      });
      if (end.outcome === "parked" && end.reason === "unreachable") {
        // The room's last entries can no longer be read (docs/partner-api.md#rooms-vanish), so the lists of the
        // documents' owners are read.
        if (lastError !== "unreachable") await mirror.touchOwnersUnder(instance, owner);
        await rooms.unreachable(instance, owner.id);
      }
      if (end.outcome === "done" && lastError === "unreachable") await rooms.reachable(instance, owner.id);
      return end;
    },
  };
}
