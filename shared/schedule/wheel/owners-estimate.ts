import { slotOf } from "../feeds/wheel-partition.ts";
import { dormantLevel } from "../rates/owner-levels.ts";
import { feedsOf, type LevelCursor, type OwnersWheel, periodOf } from "./owners-wheel.ts";

/** What is known of one owner's visits though idle ones leave no trace, in ms and unix ms. */
export type VisitEstimate = {
  /** Between two visits, as the wheel has moved lately; undefined before its level's cursor has gone round once. */
  readonly period: number | undefined;
  /** When its slot was passed last; undefined where it wasn't yet. */
  readonly polledAt: number | undefined;
};

/** Follows from the wheel's position alone: where the cursor of the feed's level stands, and how long its rounds take. */
export function visitEstimate(wheel: OwnersWheel, level: number, feedId: string, now: number): VisitEstimate {
  const cursor = wheel.levels[level];
  if (cursor === undefined) return { period: undefined, polledAt: undefined };
  const period = periodOf(level);
  const passedAt = slotPassedAt(wheel, cursor, period, slotOf("owners", level, feedId));
  const { lastTurn } = cursor;
  const polledAt = passedAt === undefined ? undefined : Math.min(now, Math.round(passedAt));
  return { period: lastTurn ?? pace(cursor, level, now), polledAt };
}

/** When a level's cursor last passed one of its slots (unix ms), if its rounds go at an even pace; undefined where it hasn't yet. */
function slotPassedAt({ movedAt }: OwnersWheel, cursor: LevelCursor, period: number, slot: number): number | undefined {
  const done = cursor.slot % period;
  const { turnAt, lastTurn } = cursor;
  if (slot < done) return turnAt + ((movedAt - turnAt) * (slot + 0.5)) / done;
  return lastTurn === undefined ? undefined : turnAt - lastTurn * (1 - (slot + 0.5) / period);
}

/** A slot of an occupied level. */
export type OccupiedSlot = { readonly level: number; readonly slot: number };

/** The slots that may hold owners, those that were passed longest ago first, and those of dormant owners behind all others. */
export function slotsByWait(wheel: OwnersWheel): readonly OccupiedSlot[] {
  const slots = wheel.levels.flatMap((cursor, level) => {
    if (feedsOf(cursor, level) === 0) return [];
    const period = periodOf(level);
    return Array.from({ length: period }, (_, slot) => ({
      ...{ level, slot, isDormant: Number(level >= dormantLevel) },
      // What the first round hasn't come to has waited since it began, at least.
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
  /** How many owners stand on the wheel, and those of them that are dormant. */
  readonly owners: number;
  readonly dormant: number;
  /** How long ago (ms) the longest waiting owner was visited, among the active and among the dormant. */
  readonly lag: number | undefined;
  readonly dormantLag: number | undefined;
  /** The factor by which the caps are stretched; above 1 the budget can't hold them. */
  readonly stretch: number;
};

/** What the wheel's position says about the owners of an instance. */
export function ownersEstimate(wheel: OwnersWheel, now: number): OwnersEstimate {
  const levels = wheel.levels.map((cursor, level) => ({ cursor, level, owners: feedsOf(cursor, level) }));
  const standing = levels.filter(({ owners }) => owners > 0);
  const active = standing.filter(({ level }) => level < dormantLevel);
  const dormant = standing.filter(({ level }) => level >= dormantLevel);
  const sum = (some: typeof standing): number => Math.round(some.reduce((total, { owners }) => total + owners, 0));
  return {
    owners: sum(standing),
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
 * Age of the visit that lies back furthest: of the slot that comes next, which was passed in the last round as long before
 * its end as is left of this one. So a wheel that slows down or stands still shows at once.
 */
function lagOf({ slot, turnAt, lastTurn = 0 }: LevelCursor, level: number, now: number): number {
  const period = periodOf(level);
  return Math.max(0, now - turnAt) + lastTurn * (1 - (slot % period) / period);
}
