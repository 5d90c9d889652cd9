import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import * as z from "zod";
import { parseJson } from "../../shared/kernel/parse.ts";
import { type Arm, arms } from "./compare/arms.ts";
import { costOf, type Pair, type Pass, type Side, tooSlow, turnsOf } from "./compare/pairs.ts";
import { withRelease } from "./compare/releases-page.ts";
import { countsTable, digits, type Result, resultTable } from "./compare/result-text.ts";
import { type Source, startScene, startSource } from "./compare/scene.ts";
import { ownTree, type Tree, treeOf, UnavailableError } from "./compare/tree.ts";

/**
 * `npm run bench:compare [-- --against <commit>]`: what the bridge's work costs in CPU time and memory, in turns with
 * another version of it. Each run of an arm is a process of its own that is used only through its API, so the other
 * version needs neither this benchmark nor today's internals. The source, the sink and the dependencies' Node are
 * today's for both. CPU time is less affected by a busy machine than wall time.
 *
 * `--against release` compares with the last release, and `--against baseline` with the commit that the gate compares
 * with. Exits with 1 if an arm takes more than `--most` times the CPU time of the other version, and with 75 if that
 * version can't be had here. `--scale 0.1` shortens the arms to a tenth. `--together` runs both sides of a pair at the
 * same time: on a busy machine, other programs then affect both the same. `--count` counts statements, JSON passes and
 * promises instead. `--write` writes docs/measurements/releases.md.
 */
const names = arms.map(({ name }) => name);
const { values } = parseArgs({
  options: {
    against: { type: "string" },
    arms: { type: "string", default: names.join(",") },
    pairs: { type: "string", default: "5" },
    most: { type: "string", default: "1.1" },
    scale: { type: "string", default: "1" },
    together: { type: "boolean", default: false },
    count: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const options = z
  .object({
    pairs: z.coerce.number().int().min(1),
    most: z.coerce.number().positive(),
    scale: z.coerce.number().positive(),
    chosen: z.array(z.enum(names)).min(1),
  })
  .safeParse({ ...values, chosen: values.arms.split(",") });
if (!options.success) {
  console.log(z.prettifyError(options.error));
  process.exit(2);
}
const { most, scale, chosen, ...asked } = options.data;

/** Counts are almost the same in every run. */
const pairs = values.count ? 1 : asked.pairs;

// Each signal arrives twice, because npm passes it on. The second one must not end the clean-up.
process.on("SIGINT", () => process.exit(130));
process.on("SIGTERM", () => process.exit(143));

type Trees = { readonly now: Tree; readonly against?: Tree };
type Counts = Readonly<Record<string, number>>;

async function treesToCompare(): Promise<Trees> {
  return { now: await ownTree(), ...(values.against !== undefined && { against: await treeOf(values.against) }) };
}

/** Runs an arm once on one version, on an empty data directory. */
async function pass(arm: Arm, tree: Tree, source: Source): Promise<Pass & { readonly counts: Counts | undefined }> {
  const { timings } = arm;
  const scene = await startScene(tree, source, { ...(timings && { timings }), isCounted: values.count });
  try {
    const work = await arm.run(scene);
    const counts = values.count ? await scene.counted() : undefined;
    return { ...work, memory: scene.memory(), counts };
  } finally {
    await scene.stop();
  }
}

type Passed = Awaited<ReturnType<typeof pass>>;

async function compare(arm: Arm, trees: Trees): Promise<Result> {
  const source = () => startSource(Math.max(15, Math.round(arm.records * scale)), arm.hasFewOwners ? 12 : undefined);
  await using sources = new AsyncDisposableStack();
  const started = async () => sources.adopt(await source(), (one) => one.stop());
  const first = await started();
  // A source counts the requests of one bridge.
  const bySide = { now: first, against: values.together ? await started() : first };
  const passes: Pass[] = [];
  const compared: Pair[] = [];
  for (const [n, turn] of turnsOf(pairs).entries()) {
    const done: { [side in Side]?: Passed } = {};
    const runs = async (side: Side) => {
      const tree = trees[side];
      if (tree !== undefined) done[side] = await pass(arm, tree, bySide[side]);
    };
    if (values.together) await Promise.all(turn.map(runs));
    else for (const side of turn) await runs(side);
    const { now, against } = done;
    if (now === undefined) throw new Error("today's code had no turn");
    passes.push(now);
    console.log(`${arm.name} ${n + 1}/${pairs}: ${said(now, against)}`);
    if (now.counts !== undefined) console.log(countsTable(perUnit(now), against && perUnit(against)));
    if (against === undefined) continue;
    // How many visits there are in a time is up to the scheduler.
    if (against.units !== now.units && arm.name !== "idle") throw new Error(`${against.units} units there`);
    compared.push({ now, against });
  }
  return { ...arm, passes, pairs: compared };
}

function said(now: Passed, against: Passed | undefined): string {
  const cost = `${now.units} × ${digits(costOf(now))} ms`;
  if (against === undefined) return cost;
  return `${cost}, ${digits(costOf(against))} there, ${(costOf(now) / costOf(against)).toFixed(2)} ×`;
}

const perUnit = ({ counts = {}, units }: { readonly counts: Counts | undefined; readonly units: number }) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count / units]));

async function run(): Promise<void> {
  if (process.platform !== "linux") throw new UnavailableError("CPU time is read from /proc, which only Linux has");
  const trees = await treesToCompare();
  const machine = `${availableParallelism()} cores, Node ${process.versions.node}`;
  const how = values.together ? "together" : "in turns";
  const there = trees.against === undefined ? "" : `, ${how} with ${trees.against.name}`;
  console.log(`${trees.now.name}${there}; ${pairs} pairs, scale ${scale}, ${machine}`);
  const results: Result[] = [];
  for (const arm of arms.filter(({ name }) => chosen.includes(name))) results.push(await compare(arm, trees));
  if (values.count) return;
  console.log(`\n${resultTable(results, trees.against?.name)}`);
  if (values.write) writeRelease(results, { commit: trees.now.name, machine });
  const faults = tooSlow(results, most);
  for (const fault of faults) console.log(`\n${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}

function writeRelease(results: readonly Result[], made: { readonly commit: string; readonly machine: string }): void {
  const root = new URL("../../", import.meta.url);
  const page = new URL("docs/measurements/releases.md", root);
  const manifest = readFileSync(new URL("package.json", root), "utf8");
  const { version } = parseJson(z.object({ version: z.string() }), manifest, "package.json");
  const release = { version, date: new Date().toISOString().slice(0, 10), ...made };
  writeFileSync(page, withRelease(readFileSync(page, "utf8"), release, results));
}

try {
  await run();
} catch (error) {
  if (!(error instanceof UnavailableError)) throw error;
  console.log(`NOT AVAILABLE: ${error.message}`);
  process.exitCode = 75;
}
