import type { Tracer } from "../kernel/ports/tracer.ts";
import type { StoredEvent } from "./stored-event.ts";

/** The longest duration (ms) of a `poll` span. */
const longestDetection = 3_600_000;

/**
 * The `poll` span is recorded here, because polling doesn't know the event's id yet. The span starts at the change
 * time. If the source gives no change time, or one that is after the detection or more than `longestDetection` before
 * it, the span starts at the time of detection.
 */
export function tracePublished(events: readonly StoredEvent[], tracer: Tracer, began: number, ended: number): void {
  for (const { envelope } of events) {
    const { id, type, instance, timestamp, timestampFrom, detectedAt, detectedBy } = envelope;
    const trace = tracer.traceOf(id);
    if (trace === undefined) continue;
    const detected = Date.parse(detectedAt);
    const happened = timestampFrom === "source" ? Date.parse(timestamp) : detected;
    const isShown = happened <= detected && detected - happened <= longestDetection;
    const attributes = { "feedhook.event.type": type, "feedhook.instance": instance };
    trace.record({
      name: ["poll"],
      start: isShown ? happened : detected,
      end: detected,
      attributes: { ...attributes, "feedhook.detected_by": detectedBy, "feedhook.change.timestamp": timestamp },
    });
    trace.record({ name: ["publish"], parent: ["poll"], start: began, end: ended, attributes });
  }
}
