/**
 * The disturbances of the bridge and its surroundings; each lasts from `from` to `until` (ms since the start of the
 * soak).
 */
export type Disturbance = {
  readonly kind:
    | "kill"
    | "disk-full"
    | "slow-disk"
    | "clock-ahead"
    | "clock-behind"
    | "source-down"
    | "subscriber-down";
  readonly from: number;
  readonly until: number;
};

const minute = 60_000;

/**
 * The disturbances of a soak. The last quarter has no kills, because only a living process shows whether memory stays
 * flat. Shorter soaks get the same, shortened. `fraction` returns numbers between 0 and 1.
 */
export function soakPlan(minutes: number, fraction: () => number): readonly Disturbance[] {
  const all = minutes * minute;
  const scale = Math.min(1, minutes / 60);
  const at = (kind: Disturbance["kind"], share: number, length: number): Disturbance => {
    return { kind, from: share * all, until: share * all + length };
  };
  const kills: Disturbance[] = [];
  for (let from = 0.04 * all; from < 0.74 * all; from += (3 + 2 * fraction()) * minute * Math.max(scale, 0.2)) {
    kills.push({ kind: "kill", from, until: from });
  }
  const full = Math.max(20_000, 75_000 * scale);
  const step = Math.max(15_000, 2 * minute * scale);
  return [
    ...kills,
    ...[0.1, 0.3, 0.62, 0.84].map((share) => at("disk-full", share, full)),
    at("clock-ahead", 0.16, step),
    ...[0.22, 0.73].map((share) => at("slow-disk", share, 3 * minute * scale)),
    at("source-down", 0.35, Math.min(10 * minute, all / 4)),
    at("clock-behind", 0.56, step),
    at("subscriber-down", 0.67, 3 * minute * scale),
    at("clock-ahead", 0.78, step),
    at("clock-behind", 0.9, step),
  ].sort((one, other) => one.from - other.from);
}
