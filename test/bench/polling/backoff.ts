import { Delays } from "./delays.ts";
import { days, type Population } from "./population.ts";

const tick = 15_000;
const shortest = 60_000;
const longest = days;

/**
 * Exponential backoff, as in most pollers: 1 min after a poll that found something, twice as long after each that
 * didn't, 24 h at most; all scaled equally so that it makes as many polls as ours, which is its best.
 */
export function backoff(population: Population, pollRate: number, time: number, tail: number): Delays {
  const { size } = population;
  const ring = Math.ceil(longest / tick) + 2;
  const heads = new Int32Array(ring).fill(-1);
  const following = new Int32Array(size);
  const intervals = new Float64Array(size);
  const delays = new Delays();
  /** The bucket being emptied, in the backoff's own time, which passes as fast as the budget allows. */
  let front = 0;
  const place = (owner: number, interval: number): void => {
    const due = (front + Math.max(1, Math.floor(interval / tick))) % ring;
    following[owner] = heads[due] ?? -1;
    heads[due] = owner;
  };
  for (let owner = 0; owner < size; owner += 1) {
    // Each owner starts as if it had always been running: its interval is about as long as the quiet time so far.
    const { times } = population.history(owner, 0);
    const interval = Math.min(longest, Math.max(shortest, -(times.at(-1) ?? -longest)));
    intervals[owner] = interval;
    place(owner, interval * ((owner * 0.618) % 1));
  }
  let allowance = 0;
  for (let now = 0; now < time; now += tick) {
    for (allowance += pollRate * tick; allowance >= 1; allowance -= 1) {
      while ((heads[front % ring] ?? -1) < 0) front += 1;
      const owner = heads[front % ring] ?? 0;
      heads[front % ring] = following[owner] ?? -1;
      let found = 0;
      population.take(owner, now, (at) => {
        found += 1;
        if (at >= 0 && at < time - tail) delays.add(now - at);
      });
      const interval = found > 0 ? shortest : Math.min(longest, 2 * (intervals[owner] ?? longest));
      intervals[owner] = interval;
      place(owner, interval);
    }
  }
  return delays;
}
