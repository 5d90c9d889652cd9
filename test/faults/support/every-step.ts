import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { difference, type End } from "./canonical.ts";
import { Failures } from "./failures.ts";
import { quickKeys, Steps, stepFaults, watchSteps } from "./steps.ts";

/** A single-machine command, and its directory. */
export type Command = {
  readonly name: string;
  readonly prepare: (root: string) => Promise<void>;
  readonly act: (root: string) => Promise<void>;
  /** An operator's action after a failure; absent: repeats the command, which may find that it is done. */
  readonly again?: (root: string) => Promise<void>;
  /** What must be true at any moment, before anything is repeated. */
  readonly always?: (root: string) => Promise<void>;
  readonly end: (root: string) => Promise<End>;
};

/** Runs a command once for each of its steps and each fault of that step, repeats it, and compares the ends. */
export async function everyStep(command: Command): Promise<{ readonly points: number; readonly steps: number }> {
  const putBack = [quickKeys(), watchSteps()];
  const top = fs.mkdtempSync(join(tmpdir(), "feedhook-steps-"));
  try {
    fs.mkdirSync(join(top, "before"), { mode: 0o700 });
    await command.prepare(join(top, "before"));
    const whole = new Steps();
    const { end } = await run(command, top, whole);
    const failures = new Failures();
    let points = 0;
    for (const [place, step] of whole.seen.entries())
      for (const fault of stepFaults) {
        points += 1;
        const found = await run(command, top, new Steps(place + 1, fault));
        const wrong = found.broken ?? difference(end, found.end);
        if (wrong !== undefined) failures.add(wrong, `step ${place + 1} ${fault}: ${step.name}(${step.on})`);
      }
    if (points === 0) throw new Error(`${command.name} makes no step`);
    if (failures.many > 0)
      throw new Error(`${command.name}: ${failures.many} of ${points} points end otherwise\n${failures.text}`);
    return { points, steps: whole.seen.length };
  } finally {
    fs.rmSync(top, { recursive: true, force: true });
    for (const each of putBack) each();
  }
}

async function run({ act, again = act, always, end }: Command, top: string, steps: Steps) {
  const root = join(top, "run");
  fs.rmSync(root, { recursive: true, force: true });
  fs.cpSync(join(top, "before"), root, { recursive: true });
  const isDone = await steps.run(() => act(root));
  const broken = await said(always?.(root));
  const refused = isDone ? undefined : await said(again(root));
  const isRefused = refused !== undefined && !/ already\b/.test(refused);
  return { end: isRefused ? [`refused: ${refused.replaceAll(top, "")}`] : await end(root), broken };
}

async function said(work: Promise<void> | undefined): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
