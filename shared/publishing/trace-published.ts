import type { Tracer } from "../kernel/ports/tracer.ts";
import type { StoredEvent } from "./event-store.ts";

/**
 * The longest duration (ms) of a `poll` span. If more time passed between a change and its detection, the span
 * starts at the detection.
 */
const longestDetection = 3_600_000;

/**
 * Records two spans: `poll`, from a change at the source to its detection, and `publish`, from `began` to `ended` (unix
 * ms), when the bus had accepted the event. `poll` is recorded here, because polling doesn't know the event's id yet.
 * It starts at the change time that the source reports. If the source reports none, or if that time is after the
 * detection or more than `longestDetection` before it, `poll` starts at the detection.
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
