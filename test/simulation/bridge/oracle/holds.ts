import type { Item } from "../../../../shared/kernel/ports/table.ts";
import type { Timings } from "../../../../shared/kernel/timings.ts";
import { hasChangeLog, mirrorItem } from "../../../../shared/mirror/mirror-item.ts";
import { type RemovalHold, removalHold } from "../../../../shared/polling/removals/removal-ledger.ts";

type Parts = {
  /** The current time (unix ms). */
  readonly now: () => number;
  /** How much (ms) two clocks may differ. */
  readonly skew: number;
  readonly timings: Pick<Timings, "heldReview">;
  readonly violates: (what: string) => void;
};

/** How long (ms) a visit may continue with a decision made just before another visit opened the hold. */
const underWay = 90_000;

/**
 * While removals of a resource are held, none of them is published, unless an operator approved them or they are missed
 * again after the time for review. Of documents that an operator dismissed, none is published before it has been missed
 * again.
 */
export class Holds {
  readonly #parts: Parts;
  /** Open holds, by instance and resource. */
  readonly #standing = new Map<string, RemovalHold>();
  /** When (unix ms) the last hold that no operator had approved was dismissed. */
  readonly #dismissed = new Map<string, number>();
  /** Holds that were approved while they were open. A visit that acts on that continues, whatever is decided later. */
  readonly #approved = new Set<string>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A write of the table `feeds`. */
  seeFeeds(before: Item | undefined, after: Item | undefined): void {
    const { pk = "", sk = "" } = after ?? before ?? {};
    if (!pk.endsWith("#removals") || !sk.startsWith("hold#")) return;
    const name = `${pk.slice(0, -"#removals".length)} ${sk.slice("hold#".length)}`;
    if (after === undefined) {
      this.#standing.delete(name);
      this.#approved.delete(name);
      return;
    }
    const hold = removalHold.parse(after);
    this.#standing.set(name, hold);
    if (hold.decision === "approved") this.#approved.add(name);
    if (hold.decision === "dismissed" && !this.#approved.has(name)) this.#dismissed.set(name, this.#parts.now());
  }

  /** A write of the table `mirror`. */
  seeMirror(before: Item | undefined, after: Item | undefined): void {
    if (before === undefined || after === undefined || !hasChangeLog(before) || !hasChangeLog(after)) return;
    const [old, item] = [mirrorItem.parse(before), mirrorItem.parse(after)];
    if (old.state === "deleted" || item.state !== "deleted") return;
    if (item.changeLog.at(-1)?.reason !== "not_found_or_no_access") return;
    const { now, skew, timings, violates } = this.#parts;
    const name = `${item.instance} ${item.resource}`;
    const reported = `${item.resource} ${item.id} is published as removed`;
    const hold = this.#standing.get(name);
    const reviewed = hold !== undefined && now() >= hold.since + timings.heldReview - skew;
    if (hold !== undefined && hold.decision === undefined && !reviewed && now() > hold.since + underWay)
      violates(`${reported}, though that is held since ${new Date(hold.since).toISOString()}, and nobody decided`);
    const dismissed = this.#dismissed.get(name);
    if (dismissed === undefined || reviewed || this.#approved.has(name)) return;
    // Only documents have a time in the mirror since when they are missed.
    const isMissedAnew = old.missingAt === undefined || old.missingAt >= dismissed - skew;
    if (!isMissedAnew && now() > dismissed + underWay)
      violates(`${reported}, though an operator said at ${new Date(dismissed).toISOString()} that it isn't gone`);
  }
}
