import { backoff } from "./backoff.ts";
import { type Figures, optimum } from "./optimum.ts";
import { OurPolling, type Run, timings } from "./ours.ts";
import { type Pattern, Population } from "./population.ts";

const hours = 3_600_000;

export type Comparison = {
  readonly size: number;
  /** Uniform polling's interval at this budget, in hours. */
  readonly interval: number;
  readonly pattern: Pattern;
  readonly uniform: Figures;
  readonly backedOff: Figures;
  readonly ours: Figures;
  readonly best: Figures;
  readonly run: Run;
  /** Seconds of real time. */
  readonly took: number;
};

export type CompareOptions = Pick<Comparison, "size" | "interval" | "pattern"> & {
  readonly seed: number;
  readonly history: boolean;
};

/**
 * Simulated hours. Fewer owners need more for as many changes. The end is as long as the longest period of an active
 * owner.
 */
function timeOf({ size, interval }: CompareOptions): { readonly time: number; readonly tail: number } {
  const slow = interval > 6;
  const time = size >= 1_000_000 ? (slow ? 72 : 12) : size >= 100_000 ? (slow ? 96 : 24) : slow ? 168 : 72;
  return { time: time * hours, tail: (slow ? 30 : 6.5) * hours };
}

/** All policies with the same kind of owners, each with as many requests as the operator granted. */
export async function compare(options: CompareOptions): Promise<Comparison> {
  const { size, interval, pattern, seed, history } = options;
  const began = performance.now();
  const { time, tail } = timeOf(options);
  const population = new Population(size, pattern, seed);
  const budget = size / (interval * 3_600);
  const run = await new OurPolling(population, { budget, time, tail, history }).run();
  const rates = Float64Array.from({ length: size }, (_, owner) => population.meanRate(owner));
  // Any policy has to spend what a change takes beyond the request that finds it.
  const pollRate = (run.granted - run.found) / time;
  const period = size / pollRate;
  const delays = backoff(new Population(size, pattern, seed), pollRate, time, tail);
  return {
    size,
    interval,
    pattern,
    uniform: { mean: period / 2, p99: 0.99 * period },
    backedOff: { mean: delays.mean, p99: delays.p99 },
    ours: { mean: run.delays.mean, p99: run.delays.p99 },
    best: optimum(rates, pollRate, timings, run.stretch),
    run,
    took: (performance.now() - began) / 1_000,
  };
}
