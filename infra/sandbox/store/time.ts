/** Microseconds since the epoch, as in the platform's timestamp columns. Exact in a double until the year 2255. */
export type Micros = number;

const shape = /^(\d{4}-\d{2}-\d{2})[Tt]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,9}))?([Zz]|[+-]\d{2}:\d{2})$/;

export function formatInstant(instant: Micros): string {
  const milliseconds = Math.floor(instant / 1000);
  const rest = instant - milliseconds * 1000;
  return `${new Date(milliseconds).toISOString().slice(0, -1)}${String(rest).padStart(3, "0")}Z`;
}

/** Returns undefined for a text that isn't a date-time with an offset. Ignores digits beyond the microsecond. */
export function parseInstant(text: string): Micros | undefined {
  const [, day, time, fraction = "", offset = ""] = shape.exec(text) ?? [];
  if (day === undefined || time === undefined || !isCalendarDate(day)) return undefined;
  const milliseconds = Date.parse(`${day}T${time}${offset.toUpperCase()}`);
  if (Number.isNaN(milliseconds)) return undefined;
  return milliseconds * 1000 + Number(fraction.slice(0, 6).padEnd(6, "0"));
}

/** `Date.parse` alone would accept 30 February. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export interface Clock {
  /** Unix ms. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds) =>
    new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    }),
};

/** The clock's time never decreases, so writes keep their order. */
export function microsecondClock(clock: Clock): () => Micros {
  let last = 0;
  return () => {
    const start = clock.now() * 1000;
    last = last < start ? start + 137 : Math.min(last + 1, Math.max(last, start + 999));
    return last;
  };
}
