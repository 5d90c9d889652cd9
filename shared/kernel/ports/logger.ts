/**
 * No field may be named `event`, because each line stores its name there, and alarms use that name. A catalogue event's
 * id is logged as `eventId`.
 */
export type LogFields = { readonly [field: string]: string | number | boolean | undefined } & {
  readonly event?: never;
};

/**
 * Writes one structured line per unit of work, with all its decisions. `event` is a stable name ("poll.done"). Fields
 * never contain secrets, bodies of records, or addresses to which a partner's host name resolved.
 */
export type Logger = {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, error: unknown, fields?: LogFields): void;
};
