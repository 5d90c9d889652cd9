const time = { hour: "2-digit", minute: "2-digit" } as const;
const dateAndTime = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", ...time });
const clock = new Intl.DateTimeFormat("en-GB", time);

/** Local time: `08:10` on the same day as `now`, otherwise `25 Nov, 08:10`. Both arguments are in unix ms. */
export function startText(at: number, now: number): string {
  const isSameDay = new Date(at).toDateString() === new Date(now).toDateString();
  return (isSameDay ? clock : dateAndTime).format(at);
}
