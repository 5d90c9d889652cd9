import type { Envelope } from "../kernel/envelope.ts";

/** The bus counts 256 KB with source and type; a little stays free for them. */
const mostBytes = 256 * 1_024 - 1_024;

/** The event within the bus's size: without `data` where it is too large, and without changed values where those are. */
export function fittedEnvelope(envelope: Envelope): Envelope {
  if (fits(envelope)) return envelope;
  const brief: Envelope = { ...envelope, truncated: true };
  delete brief.data;
  if (fits(brief) || brief.changes === undefined) return brief;
  return { ...brief, changes: brief.changes.map(({ field }) => ({ field })) };
}

function fits(envelope: Envelope): boolean {
  return Buffer.byteLength(JSON.stringify(envelope)) <= mostBytes;
}
