import type { Instance, Write } from "../store/instance.ts";
import type { Kind } from "../store/masked-ids.ts";
import { illegal, type Locale, missingRecord, unresolved } from "./problem.ts";

export interface Session {
  readonly instance: Instance;
  readonly locale: Locale;
  /** The person whose permissions apply, and to whom changes are attributed. */
  readonly actorId: number;
  /** The acting user of an on-behalf token, whom only responses to mutations name. */
  readonly actedById: number | undefined;
}

/** The write may be delayed, so the row is looked up again afterwards. */
export async function beginChange<Row>(session: Session, find: () => Row): Promise<{ write: Write; row: Row }> {
  find();
  const write = await session.instance.beginWrite(session.actorId);
  return { write, row: find() };
}

/** Throws a 400 if the id is malformed, and a 404 if it is of another kind. */
export function pathId(session: Session, kind: Kind, text: string): number {
  const read = session.instance.ids.read(kind, text);
  if (read.outcome === "invalid") throw illegal(`${kind} id`);
  if (read.outcome === "unknown") throw missingRecord(kind);
  return read.number;
}

/** Throws a 400 if the id is malformed. An id of another kind matches nothing. */
export function filterId(session: Session, kind: Kind, field: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const read = session.instance.ids.read(kind, text);
  if (read.outcome === "invalid") throw illegal(field);
  return read.outcome === "ok" ? read.number : -1;
}

/** Throws a 400 if the id is malformed, and a 422 if no row of this kind has it. */
export function referenceId(
  instance: Instance,
  kind: Kind,
  field: string,
  text: string,
  exists: (id: number) => boolean,
): number {
  const read = instance.ids.read(kind, text);
  if (read.outcome === "invalid") throw illegal(field);
  if (read.outcome === "unknown" || !exists(read.number)) throw unresolved(field);
  return read.number;
}
