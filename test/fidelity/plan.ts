import { DocumentWorld } from "./document-world.ts";
import type { Finding } from "./finding.ts";
import { Dice } from "./generate/dice.ts";
import { MassLossWorld } from "./mass-loss-world.ts";
import { RecordWorld } from "./record-world.ts";
import type { Tally } from "./tally.ts";

/** The result of one world. */
export type Result = {
  readonly world: string;
  readonly transitions: number;
  readonly events: number;
  readonly tally: Tally;
  readonly findings: readonly Finding[];
};

const minute = 60_000;
const limits = [1_000, 50, 10, 1, 100, 20, 3, 500, 7, 200, 37] as const;
const losses = [
  { kind: "document", known: 1_300, lost: 25 },
  { kind: "folder", known: 60, lost: 30 },
  { kind: "company", known: 60, lost: 30 },
  { kind: "document", known: 60, lost: 30 },
  { kind: "folder", known: 60, lost: 15 },
  { kind: "company", known: 60, lost: 15 },
] as const;

/** A world's size, and how long it lives. */
export type Effort = { readonly size: number; readonly rounds: number };

/**
 * Runs the world with this number: its seed decides its content, the source's responses and the changes. Worlds are
 * small, so that a small one shows a failure.
 */
export async function live(
  seed: number,
  number: number,
  { size, rounds }: Effort = { size: 60, rounds: 10 },
): Promise<Result> {
  const dice = new Dice(seed * 100_003 + number);
  const own = dice.below(2 ** 31);
  const pageLimit = limits[Math.floor(number / 3) % limits.length] ?? 1_000;
  // The bridge requests at least ten rows (docs/feeds.md#page-sizes).
  const pages = { pageLimit, refuses: pageLimit >= 10 && dice.happens(0.7) };
  const loss = number % 6 === 5 ? losses[Math.floor(number / 6)] : undefined;
  if (loss !== undefined) {
    const world = new MassLossWorld({ seed: own, ...loss });
    await world.run();
    return resultOf(`${loss.lost} of ${loss.known} of kind ${loss.kind} vanish`, world);
  }
  if (number % 3 === 2) {
    const [showsPlacements, isRestless, namesChanger] = [dice.happens(0.7), dice.happens(0.3), dice.happens(0.3)];
    const lag = dice.pick([0, 0, 0, 3 * minute, 60 * minute]);
    const options = { ...pages, seed: own, owners: 3, size, showsPlacements, isRestless, namesChanger, lag };
    const world = new DocumentWorld(options);
    await world.begin();
    for (let round = 0; round < rounds; round += 1) await world.round();
    return resultOf(`documents, ${spelled({ ...pages, showsPlacements, isRestless, namesChanger, lag })}`, world);
  }
  const lag = dice.pick([0, 0, 0, 10 * minute, 60 * minute]);
  const oddRow = dice.pick(["none", "none", "none", "none", "too deep", "no id"] as const);
  const world = new RecordWorld({ ...pages, seed: own, size, lag, oddRow });
  await world.begin();
  for (let round = 0; round < rounds; round += 1) await world.round();
  return resultOf(`records, ${spelled({ ...pages, lag, oddRow })}`, world);
}

const spelled = (options: object): string =>
  Object.entries(options)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(", ");

function resultOf(world: string, { transitions, events, tally, findings }: Omit<Result, "world">): Result {
  return { world, transitions, events, tally, findings };
}
