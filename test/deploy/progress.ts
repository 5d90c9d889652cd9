const started = performance.now();

/** One line per step, with the seconds since the start. */
export function say(line: string): void {
  process.stdout.write(`[${((performance.now() - started) / 1_000).toFixed(1).padStart(6)} s] ${line}\n`);
}
