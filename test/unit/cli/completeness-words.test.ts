import { expect, test } from "vitest";
import { completenessLine, periodWords, uncertaintyWords } from "../../../infra/api-client/completeness-words.ts";

const at = "2026-11-27T09:20:00.000Z";
const [changes, removals] = [{ until: "09:14:05" }, { until: "08:30:00" }];
const answer = { at, instance: "acme", changes, removals, kinds: [], scrubs: [], uncertain: [] };
const timeOf = (time: string) => time;

test("one line says up to when the events are complete", () => {
  expect(completenessLine(answer, timeOf)).toBe(
    "All changes visible in the source up to 09:14:05 are published. All removals up to 08:30:00 are published.",
  );
  const documents = { kind: "document", changes: { reason: "estimated_only" }, estimatedUntil: "09:10:00" } as const;
  expect(completenessLine({ ...answer, kinds: [documents] }, timeOf)).toContain(
    "are published. Documents: complete up to about 09:10:00 (estimated).",
  );
  expect(completenessLine({ ...answer, changes: { reason: "first_contact" }, removals: {} }, timeOf)).toBe(
    "The time up to which changes are published isn't known (first contact isn't complete). The time up to which removals are published isn't known (no full read is recorded yet).",
  );
});

test("each uncertainty has its kind, number, cause and time", () => {
  const one = { code: "feed_stalled", kind: "person", reason: "unavailable_503", since: "08:00" } as const;
  expect(uncertaintyWords(one, timeOf)).toBe(
    "People: reading has failed for a long time. Cause: unavailable_503. This began on 08:00.",
  );
  expect(uncertaintyWords({ code: "owners_behind", kind: "document", since: "08:00" }, timeOf)).toBe(
    "Documents are read less often than configured, because the request limit is too low. The longest-waiting owner was last read on 08:00.",
  );
  expect(uncertaintyWords({ code: "reads_behind", kind: "project", since: "08:00" }, timeOf)).toBe(
    "Projects: reads by ID return older data than the source's list. This began on 08:00.",
  );
  expect(uncertaintyWords({ code: "rows_quarantined", count: 100, more: true }, timeOf)).toBe(
    "Some rows from the source can't be processed (100 or more).",
  );
});

test("a period says why it isn't complete", () => {
  expect(periodWords({ to: at, complete: true, reasons: [] })).toBe("The period is complete.");
  expect(periodWords({ to: at, complete: false, reasons: ["in_the_future", "uncertain"] })).toBe(
    "The period isn't known to be complete: it isn't over; an uncertainty began before its end or at an unknown time.",
  );
});
