import * as z from "zod";
import { formerNames } from "../../kernel/parse.ts";
import { capOf, gapOf, type OwnerCaps, ownerPeriods } from "../rates/owner-levels.ts";

const levelCursor = z.object({
  /** How many slots the cursor has passed so far. The next slot is this number modulo the level's period. */
  slot: z.int(),
  /** How many slots the cursor is behind the pace that the level's cap requires; negative if the cursor is ahead. */
  owed: z.number(),
  /** How many slots the cursor can pass now without reaching a feed sooner than the gap (`gapOf`) allows. */
  free: z.number(),
  /** How many feeds the current round (`found`) and the complete round before it (`foundBefore`) found. */
  found: z.int(),
  foundBefore: z.int().exactOptional(),
  /** `turnAt`: when the current round began (unix ms). `lastTurn`: how long (ms) the last complete round took. */
  turnAt: z.int(),
  lastTurn: z.int().exactOptional(),
});
export type LevelCursor = z.infer<typeof levelCursor>;

/**
 * A slot to read. `forced`: the slot comes out of order, because its level is behind its cap. `after`: the last feed of
 * the slot that was sent. `seen`: how many feeds of the slot were sent.
 */
const slotVisit = z.object({ level: z.int(), forced: z.boolean(), after: z.string().optional(), seen: z.int() });
export type SlotVisit = z.infer<typeof slotVisit>;

/**
 * The position of the owners' wheel, whose size doesn't depend on the number of owners. A virtual tick moves the cursor
 * of each level by one slot, unless the gap (`gapOf`) holds the cursor back. So a level with a period of n virtual
 * ticks has n slots. The budget decides how long a virtual tick lasts. If a round would last longer than its level's
 * cap (`capOf`), the cursor also advances as time passes, to meet the cap.
 */
export const ownersWheel = z.preprocess(
  formerNames({ hands: "levels" }),
  z.object({
    tick: z.int(),
    /** The level whose slot is next in this virtual tick. */
    next: z.int(),
    reading: slotVisit.optional(),
    turns: z.int(),
    /** How many index pages can be read now. This limits the cost of reading empty slots. */
    reads: z.number(),
    /** Decayed sums: how many feeds the budget allowed recently (`allowed`), and in how many ms (`during`). */
    allowed: z.number(),
    during: z.number(),
    /** The factor by which the caps are stretched; 1 if the budget can meet the caps. */
    stretch: z.number(),
    movedAt: z.int(),
    levels: z.array(levelCursor).length(ownerPeriods.length),
  }),
);
export type OwnersWheel = z.infer<typeof ownersWheel>;

/** How many index pages per ms a wheel can read. */
const readPace = 20 / 1_000;
/** How many slots per ms an empty level's cursor passes: enough to find feeds that join the level, at little cost. */
const idlePace = 1 / 3_000;
/** For how long (ms) a wheel saves up page reads that it doesn't use. */
const readsSaved = 30_000;
/** The time (ms) over which the budget is averaged. */
const memory = 3_600_000;
/** The fraction of the owners' budget that can be spent to meet caps. The rest is spent where changes are expected. */
const capShare = 0.5;
const mostStretch = 1_000;

export const periodOf = (level: number): number => ownerPeriods[level] ?? 1;

export function newOwnersWheel(now: number): OwnersWheel {
  const levels = ownerPeriods.map((): LevelCursor => ({ slot: 0, owed: 0, free: 1, found: 0, turnAt: now }));
  return { tick: 0, next: 0, turns: 0, reads: 0, allowed: 0, during: 0, stretch: 1, movedAt: now, levels };
}

function stretchOf({ levels, allowed, during }: OwnersWheel, caps: OwnerCaps): number {
  const needed = levels.reduce((sum, one, level) => sum + feedsOf(one, level) / capOf(level, caps), 0);
  if (during === 0 || needed === 0) return 1;
  return Math.min(mostStretch, Math.max(1, (needed * during) / (capShare * allowed)));
}

/**
 * Estimates how many feeds the level has. The estimate is exact at the end of a round in which no feed changed its
 * level.
 */
export function feedsOf({ slot, found, foundBefore }: LevelCursor, level: number): number {
  const period = periodOf(level);
  const done = (slot % period) / period;
  if (foundBefore !== undefined) return found + foundBefore * (1 - done);
  return done === 0 ? 0 : found / done;
}

const isIdle = ({ found, foundBefore = 0 }: LevelCursor): boolean => found + foundBefore === 0;

export function advancedBy(wheel: OwnersWheel, elapsed: number, caps: OwnerCaps): OwnersWheel {
  const stretch = rounded(stretchOf(wheel, caps));
  const gap = gapOf(caps);
  const fades = Math.exp(-elapsed / memory);
  return {
    ...wheel,
    stretch,
    reads: Math.min(readPace * readsSaved, wheel.reads + elapsed * readPace),
    allowed: rounded(wheel.allowed * fades),
    during: rounded(wheel.during * fades + elapsed),
    levels: wheel.levels.map((one, level) => {
      const period = periodOf(level);
      const owed = one.owed + (elapsed * period) / (capOf(level, caps) * stretch);
      const pace = isIdle(one) ? Math.min(idlePace, period / gap) : period / gap;
      // An empty slot rarely gets a feed soon after it was read, so a tick reads each slot of an empty level at most
      // once.
      const most = isIdle(one) ? Math.min(period, Math.max(1, elapsed * pace)) : Math.max(period, elapsed * pace);
      const free = Math.min(most, one.free + elapsed * pace);
      return { ...one, owed: rounded(Math.min(period, owed)), free: rounded(free) };
    }),
  };
}

/** Returns undefined if every level must wait. */
export function nextSlot(wheel: OwnersWheel): { readonly stop: SlotVisit; readonly wheel: OwnersWheel } | undefined {
  if (wheel.reading !== undefined) return { stop: wheel.reading, wheel };
  const forced = mostOverdue(wheel.levels);
  if (forced !== undefined) return { stop: { level: forced, forced: true, seen: 0 }, wheel };
  let { tick, next } = wheel;
  for (let withSlotRead = 0; withSlotRead < ownerPeriods.length; withSlotRead += 1) {
    if ((wheel.levels[next]?.free ?? 0) >= 1)
      return { stop: { level: next, forced: false, seen: 0 }, wheel: { ...wheel, tick, next } };
    next += 1;
    if (next === ownerPeriods.length) {
      next = 0;
      tick += 1;
    }
  }
  return undefined;
}

/** The level that can move and is behind its cap by the largest fraction of its round. */
function mostOverdue(levels: readonly LevelCursor[]): number | undefined {
  let most: { readonly level: number; readonly part: number } | undefined;
  for (const [level, { owed, free }] of levels.entries()) {
    const part = owed / periodOf(level);
    if (owed >= 1 && free >= 1 && (most === undefined || part > most.part)) most = { level, part };
  }
  return most?.level;
}

export function passed(wheel: OwnersWheel, { level, forced, seen }: SlotVisit, now: number): OwnersWheel {
  const levels = wheel.levels.map((one, at) => (at === level ? moved(one, level, seen, now) : one));
  const ends = !forced && level + 1 === ownerPeriods.length;
  const next = forced ? wheel.next : ends ? 0 : level + 1;
  const { turns, reads, allowed, during, stretch } = wheel;
  return { turns, reads, allowed, during, stretch, levels, next, tick: wheel.tick + (ends ? 1 : 0), movedAt: now };
}

function moved(one: LevelCursor, level: number, seen: number, now: number): LevelCursor {
  const period = periodOf(level);
  const slot = one.slot + 1;
  const after = {
    slot,
    owed: rounded(Math.max(-1, one.owed - 1)),
    free: rounded(one.free - 1),
  };
  const found = one.found + seen;
  if (slot % period === 0) return { ...after, found: 0, foundBefore: found, turnAt: now, lastTurn: now - one.turnAt };
  return { ...one, ...after, found };
}

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
