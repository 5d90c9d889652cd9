import { findingText } from "./account.ts";
import type { Curve, Sample } from "./curves-svg.ts";
import type { Seen } from "./soak.ts";
import { soakRetention } from "./soak-config.ts";
import type { Disturbance } from "./soak-plan.ts";

const megabyte = 1_024 * 1_024;

export const curves: readonly Curve[] = [
  { name: "memory", title: "Resident memory", unit: "MB", divide: megabyte },
  { name: "heap", title: "Heap used", unit: "MB", divide: megabyte },
  { name: "store", title: "Store (feedhook.db)", unit: "MB", divide: megabyte },
  { name: "log", title: "Its write-ahead log", unit: "MB", divide: megabyte },
  { name: "files", title: "Open files", unit: "count", divide: 1 },
  { name: "handles", title: "Active handles", unit: "count", divide: 1 },
  { name: "waiting", title: "Messages ready in queues", unit: "count", divide: 1 },
  { name: "loop", title: "Event loop delay, 99th percentile", unit: "ms", divide: 0.001 },
  { name: "events", title: "Deliveries taken", unit: "count", divide: 1 },
];

/** How far the last third of a span may exceed its first third: noise of the garbage collector, not growth. */
const flat: { readonly [curve: string]: { readonly factor: number; readonly above: number } } = {
  memory: { factor: 1.2, above: 30 * megabyte },
  heap: { factor: 1.3, above: 30 * megabyte },
  files: { factor: 1.1, above: 15 },
  handles: { factor: 1.1, above: 15 },
};

export type Verdict = {
  readonly failures: readonly string[];
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Log lines by event. */
  readonly logged: Seen["logged"];
};

/**
 * A soak shorter than this (ms) can't show that anything stays flat, because its store grows until the first rows
 * expire.
 */
const judged = 3 * soakRetention;

/**
 * A soak's results. Memory, files and handles are compared within the process's longest life, the store over the last
 * half.
 */
export function verdictOf(seen: Seen, plan: readonly Disturbance[], duration: number): Verdict {
  const lastKill = Math.max(0, ...plan.flatMap(({ kind, until }) => (kind === "kill" ? until : [])));
  // A process that has just started grows until its caches are full.
  const quiet = seen.samples.filter(({ at }) => at > lastKill + (duration - lastKill) / 4 && at <= duration);
  const growth = Object.entries(flat).map(([curve, { factor, above }]) => {
    const { first, last } = thirds(quiet, curve);
    const isFlat = last <= Math.max(first * factor, first + above);
    return { curve, first, last, isFlat };
  });
  const half = seen.samples.filter(({ at }) => at > duration / 2 && at <= duration);
  const store = thirds(half, "store");
  const isLong = duration >= judged;
  const { lost, invented, excused } = seen.accounts;
  const perCurve = new Map(curves.map((curve) => [curve.name, curve]));
  const shown = (curve: string, value: number) => {
    const { divide = 1, unit = "" } = perCurve.get(curve) ?? {};
    return divide === 1 ? counted(Math.round(value)) : `${(value / divide).toFixed(1)} ${unit}`;
  };
  return {
    failures: [
      ...lost.map((finding) => `lost: ${findingText(finding)}`),
      ...invented.map((finding) => `invented: ${findingText(finding)}`),
      ...seen.unverified.map((what) => `not verified: ${what}`),
      ...seen.crashes.map((what) => `crashed: ${what}`),
      ...(isLong ? growth.filter(({ isFlat }) => !isFlat).map(({ curve }) => `${curve} grew`) : []),
      ...(isLong && store.last > store.first * 1.25 ? ["the store grew"] : []),
    ],
    facts: [
      ["Duration", `${(duration / 60_000).toFixed(0)} min`],
      [
        "Changes at the source",
        `${counted(seen.changes)} (${(seen.changes / (duration / 1_000)).toFixed(1)} per second)`,
      ],
      ["Events received by the subscriber", `${counted(seen.events)}, ${counted(seen.repeats)} of them more than once`],
      ["Deliveries refused by the subscriber", counted(seen.refused)],
      ["Lost, invented", `${counted(lost.length)}, ${counted(invented.length)}`],
      ["Excused: states that lasted too briefly", counted(excused.states)],
      ["Excused: entries of owners that were removed", counted(excused.entries)],
      [
        "Time until everything was accounted for",
        seen.drainedAfter === undefined ? "never" : `${(seen.drainedAfter / 1_000).toFixed(0)} s`,
      ],
      ["Bridge starts", counted(seen.starts)],
      ...growth.map(
        ({ curve, first, last }) =>
          [
            `${perCurve.get(curve)?.title ?? curve}: first, last third`,
            `${shown(curve, first)}, ${shown(curve, last)}`,
          ] as const,
      ),
      ["Store over the last half: first, last", `${shown("store", store.first)}, ${shown("store", store.last)}`],
      ["Growth", isLong ? "checked" : `not checked, because this takes ${judged / 60_000} minutes`],
      ["Injected faults", JSON.stringify(seen.faults)],
      ["Disturbances", counts(seen.disturbances)],
    ],
    logged: seen.logged,
  };
}

function counted(value: number): string {
  return value.toLocaleString("en");
}

function thirds(samples: readonly Sample[], curve: string): { readonly first: number; readonly last: number } {
  const values = samples.flatMap(({ values }) => values[curve] ?? []);
  const third = Math.max(1, Math.floor(values.length / 3));
  return { first: median(values.slice(0, third)), last: median(values.slice(-third)) };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function counts(disturbances: readonly Disturbance[]): string {
  const kinds = Map.groupBy(disturbances, ({ kind }) => kind);
  return [...kinds].map(([kind, all]) => `${kind} ${all.length}`).join(", ");
}
