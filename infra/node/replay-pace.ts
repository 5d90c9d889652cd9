/** The share of the time that the thread may work before replays and drains slow down. */
const busiest = 0.5;
const leastShare = 0.05;

/** How often (ms) the share changes at most. Over a shorter time, one large delivery would look like a busy thread. */
const changesEvery = 1_000;

/** The most by which the share falls or rises at a time. */
const [fall, rise] = [0.5, 1.25];

/**
 * Returns the share of their rate at which replays may send now. Replays share this thread with live deliveries, and a
 * replay to a receiver that ends each connection costs a TLS handshake per delivery. So replays slow down while the
 * thread works more than half of the time. Drains slow down, too, but less (`DrainTurns`). `now` (unix ms) and `cpu` (ms
 * of CPU that this thread has used) are read at each call.
 */
export function replayPace(now: () => number, cpu: () => number): () => number {
  let share = 1;
  let [since, used] = [now(), cpu()];
  return () => {
    const elapsed = now() - since;
    if (elapsed >= 0 && elapsed < changesEvery) return share;
    const busy = (cpu() - used) / elapsed;
    [since, used] = [now(), cpu()];
    // A clock that is set back says nothing about the time that has passed.
    if (elapsed < 0) return share;
    share = Math.min(Math.max(share * Math.min(Math.max(busiest / busy, fall), rise), leastShare), 1);
    return share;
  };
}
