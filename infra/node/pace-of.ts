/** The share of the time that the thread may work before replays and drains slow down. */
const busiest = 0.5;
/** The lowest share of its configured rate to which a replay slows down. */
const leastShare = 0.05;

/** The shortest time (ms) between two changes of the share. Over less time, one large delivery looks like load. */
const changesEvery = 1_000;

/** The lowest and the highest factor by which the share changes at a time. */
const [fall, rise] = [0.25, 1.5];

/** If nothing asks for the share for this time (ms), all working time of the thread went into other work. */
const idleAfter = 10_000;

const bounded = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/**
 * The share of their full rate at which replays or drains may send now. Their deliveries share a thread with other work,
 * and may cost a TLS handshake each. So they begin at the rate for which the thread has time, and slow down while the
 * thread works more than half of the time. `now` is in unix ms; `worked` is the time (ms) that the thread has worked.
 */
export function paceOf(now: () => number, worked: () => number): () => number {
  let share = leastShare;
  let [since, used] = [now(), worked()];
  return () => {
    const elapsed = now() - since;
    if (elapsed >= 0 && elapsed < changesEvery) return share;
    const busy = (worked() - used) / elapsed;
    [since, used] = [now(), worked()];
    // A clock that has been set back doesn't show how much time has passed.
    if (elapsed < 0) return share;
    const next = elapsed > idleAfter ? 1 - busy / busiest : share * bounded((busiest / busy) ** 2, fall, rise);
    share = bounded(next, leastShare, 1);
    return share;
  };
}
