import { type Attention, type AttentionKind, attentionKinds } from "./attention-schema.ts";

/** Something that needs an operator, without its kind's texts. `since` is in unix ms. */
export type Found = Pick<Attention, "instance" | "what" | "count" | "more" | "command"> & {
  readonly since?: number | undefined;
};

/** An entry of `needsAttention`, with what to do and where to read about it. */
export function attentionOf(kind: AttentionKind, { since, ...found }: Found): Attention {
  const at = since === undefined ? {} : { since: new Date(since).toISOString() };
  return { kind, ...found, ...at, ...attentionKinds[kind] };
}
