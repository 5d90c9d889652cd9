import { signal } from "@preact/signals";

/** Shared by all times on a page, so that one timer serves them. */
const now = signal(Date.now());

export function startClock(): void {
  setInterval(() => {
    now.value = Date.now();
  }, 5_000);
}

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const absolute = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });
const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** `3 minutes ago`; `at` and `from` are unix ms. */
export function relativeTime(at: number, from: number): string {
  const seconds = Math.round((at - from) / 1_000);
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  }
  return Math.abs(seconds) < 5 ? "just now" : relative.format(seconds, "second");
}

/** When something happened, relative to now, with the exact time as text for a pointer and for screen readers. */
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
