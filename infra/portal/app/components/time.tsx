import { signal } from "@preact/signals";
import { durationText, units } from "../logic/duration-text.ts";

/** The current time (unix ms), shared so that a page's times need only one timer. */
const now = signal(Date.now());

export function startClock(): void {
  setInterval(() => {
    now.value = Date.now();
  }, 5_000);
}

const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" });
const absolute = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

/** `27 Nov 2026, 09:14:05`, in the reader's time zone. */
export const exactTime = (at: string): string => absolute.format(new Date(at));

/** `at` relative to `from`, both in unix ms: `3 minutes ago`. */
export function relativeTime(at: number, from: number): string {
  const seconds = Math.round((at - from) / 1_000);
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  return Math.abs(seconds) < 5 ? "just now" : relative.format(seconds, "second");
}

/** `for 3 days`, with the exact start as a tooltip. */
export function Lasting({ since }: { since: string }) {
  return (
    <time dateTime={since} title={`${absolute.format(new Date(since))} (${since})`}>
      for {durationText(Math.max(0, now.value - Date.parse(since)))}
    </time>
  );
}

/** Whether `at` is at least 5 s after `from` (both in unix ms). `relativeTime` can show a nearer time as `just now`. */
export const isAhead = (at: number, from: number): boolean => at - from >= 5_000;

/** Shows `Due now` instead of a past time, which would look like a past attempt. */
export function Due({ at }: { at: string }) {
  return isAhead(Date.parse(at), now.value) ? <Time at={at} exact /> : <>Due now</>;
}

export function NextAttempt({ at }: { at: string }) {
  if (!isAhead(Date.parse(at), now.value)) return <>The next attempt starts as soon as a worker is free.</>;
  return (
    <>
      The next attempt is <Time at={at} />.
    </>
  );
}

export function Time({ at, exact = false }: { at: string | undefined; exact?: boolean }) {
  if (at === undefined) return <span class="soft">—</span>;
  const full = absolute.format(new Date(at));
  const ago = relativeTime(Date.parse(at), now.value);
  return (
    <time dateTime={at} title={`${full} (${at})`}>
      {exact ? `${full} · ${ago}` : ago}
    </time>
  );
}
