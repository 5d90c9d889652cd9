import { slotOf } from "../feeds/wheel-partition.ts";
import { dormantLevel } from "../rates/owner-levels.ts";
import { feedsOf, type LevelCursor, type OwnersWheel, periodOf } from "./owners-wheel.ts";

/** The bridge can only estimate when an owner is visited, because visits that find nothing leave no trace. */
export type VisitEstimate = {
  /**
   * The time (ms) between two visits at the wheel's recent pace; undefined until the cursor of the owner's level has
   * passed a slot.
   */
  readonly period: number | undefined;
  /** When (unix ms) the wheel last passed the owner's slot; undefined if it hasn't yet. */
  readonly polledAt: number | undefined;
};

export function visitEstimate(wheel: OwnersWheel, level: number, feedId: string, now: number): VisitEstimate {
  const cursor = wheel.levels[level];
  if (cursor === undefined) return { period: undefined, polledAt: undefined };
  const period = periodOf(level);
  const passedAt = slotPassedAt(wheel, cursor, period, slotOf("owners", level, feedId));
  const { lastTurn } = cursor;
  const polledAt = passedAt === undefined ? undefined : Math.min(now, Math.round(passedAt));
  return { period: lastTurn ?? pace(cursor, level, now), polledAt };
}

/** When the cursor last passed `slot` (unix ms), assuming an even pace; undefined if it hasn't passed `slot` yet. */
function slotPassedAt({ movedAt }: OwnersWheel, cursor: LevelCursor, period: number, slot: number): number | undefined {
  const done = cursor.slot % period;
  const { turnAt, lastTurn } = cursor;
  if (slot < done) return turnAt + ((movedAt - turnAt) * (slot + 0.5)) / done;
  return lastTurn === undefined ? undefined : turnAt - lastTurn * (1 - (slot + 0.5) / period);
}

export type OccupiedSlot = { readonly level: number; readonly slot: number };

/**
 * Returns the slots that may contain owners: first those of active owners, then those of dormant ones. In each group,
 * the longest wait comes first.
 */
export function slotsByWait(wheel: OwnersWheel): readonly OccupiedSlot[] {
  const slots = wheel.levels.flatMap((cursor, level) => {
    if (feedsOf(cursor, level) === 0) return [];
    const period = periodOf(level);
    return Array.from({ length: period }, (_, slot) => ({
      ...{ level, slot, isDormant: Number(level >= dormantLevel) },
      // A slot that the first round hasn't reached has waited at least since the round began.
      passedAt: slotPassedAt(wheel, cursor, period, slot) ?? cursor.turnAt,
    }));
  });
  return slots
    .sort((one, other) => one.isDormant - other.isDormant || one.passedAt - other.passedAt)
    .map(({ level, slot }) => ({ level, slot }));
}

function pace({ slot, turnAt }: LevelCursor, level: number, now: number): number | undefined {
  return slot === 0 ? undefined : ((now - turnAt) * periodOf(level)) / slot;
}

export type OwnersEstimate = {
  readonly owners: number;
  readonly dormant: number;
  /**
   * `lag`: how long ago (ms) the longest-waiting active owner was visited. `dormantLag`: the same for dormant owners.
   */
  readonly lag: number | undefined;
  readonly dormantLag: number | undefined;
  readonly stretch: number;
};

export function ownersEstimate(wheel: OwnersWheel, now: number): OwnersEstimate {
  const levels = wheel.levels.map((cursor, level) => ({ cursor, level, owners: feedsOf(cursor, level) }));
  const occupied = levels.filter(({ owners }) => owners > 0);
  const active = occupied.filter(({ level }) => level < dormantLevel);
  const dormant = occupied.filter(({ level }) => level >= dormantLevel);
  const sum = (some: typeof occupied): number => Math.round(some.reduce((total, { owners }) => total + owners, 0));
  return {
    owners: sum(occupied),
    dormant: sum(dormant),
    lag: worst(active, now),
    dormantLag: worst(dormant, now),
    stretch: wheel.stretch,
  };
}

function worst(
  levels: readonly { readonly cursor: LevelCursor; readonly level: number }[],
  now: number,
): number | undefined {
  const lags = levels.map(({ cursor, level }) => lagOf(cursor, level, now));
  return lags.length === 0 ? undefined : Math.max(...lags);
}

/**
 * How long ago (ms) the longest-waiting owner of a level was visited. This owner is in the slot that the cursor reaches
 * next, and was visited in the previous round. So the previous round's time after that slot also counts.
 */
function lagOf({ slot, turnAt, lastTurn = 0 }: LevelCursor, level: number, now: number): number {
  const period = periodOf(level);
  return Math.max(0, now - turnAt) + lastTurn * (1 - (slot % period) / period);
}
