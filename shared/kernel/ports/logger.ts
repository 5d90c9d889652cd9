/** Never `event`, the line's own name, which alarms look for: an event of the catalogue is logged as `eventId`. */
export type LogFields = { readonly [field: string]: string | number | boolean | undefined } & {
  readonly event?: never;
};

/**
 * One structured line per unit of work, with all its decisions in it. `event` is a stable name ("poll.done"); fields
 * never hold secrets, bodies of records or addresses that a partner's name resolved to.
 */
export type Logger = {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, error: unknown, fields?: LogFields): void;
};
