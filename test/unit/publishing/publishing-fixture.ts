import type { ChangeLogEntry, MirrorItem } from "../../../shared/mirror/mirror-item.ts";

export const start = Date.UTC(2026, 0, 5, 8);

export const rise = (seq: number, rest: Partial<ChangeLogEntry> = {}): ChangeLogEntry => ({
  seq,
  observedAt: start + seq,
  detectedBy: "timeline",
  facts: [{ type: "company.updated", key: "" }],
  ...rest,
});

export const mirrored = (rest: Partial<MirrorItem> = {}): MirrorItem => ({
  pk: "acme#company#3",
  sk: "c1",
  instance: "acme",
  resource: "company",
  id: "c1",
  seq: 1,
  state: "live",
  asOf: start,
  observedAt: start,
  firstSeenAt: start,
  full: { body: { id: "c1", name: "B" }, digest: "x" },
  changeLog: [],
  ...rest,
});
