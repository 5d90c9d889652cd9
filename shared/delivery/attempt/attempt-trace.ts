import { isReplay } from "../../fanout/delivery-message.ts";
import type { SpanName, Tracer } from "../../kernel/ports/tracer.ts";
import type { AttemptAnswer, IncomingDelivery } from "./attempt-answer.ts";

type AttemptTrace = {
  readonly traceparent: string | undefined;
  record(answer: AttemptAnswer): void;
};

/**
 * Two POSTs can have the same attempt number, for example if the first timed out in the fast lane. So the span's name
 * contains `at`, the time when the attempt starts (unix ms).
 */
export function attemptTrace(message: IncomingDelivery, tracer: Tracer, at: number): AttemptTrace | undefined {
  const { event, instance, subscription, run, attempt, slow = false } = message;
  const trace = tracer.traceOf(event);
  if (trace === undefined) return undefined;
  const name: SpanName = ["deliver", subscription, run, String(attempt), String(at)];
  return {
    traceparent: trace.traceparent(name),
    record: ({ at: start, ms, type, result, status, error }) => {
      trace.record({
        name,
        // A replay reads the event from the table and isn't fanned out.
        parent: isReplay({ run }) ? ["publish"] : ["fanout"],
        start,
        end: start + ms,
        attributes: {
          ...{ "feedhook.event.type": type, "feedhook.instance": instance, "feedhook.subscription": subscription },
          ...{ "feedhook.run": run, "feedhook.attempt": attempt, "feedhook.lane": slow ? "slow" : "fast" },
          ...{ "http.request.method": "POST", "http.response.status_code": status, "error.type": error },
        },
        failed: result !== "delivered",
      });
    },
  };
}
