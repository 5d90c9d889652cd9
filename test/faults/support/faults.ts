import type { DialOutcome } from "../../../shared/delivery/attempt/dialer.ts";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import type { SendOutcome } from "../../../shared/kernel/ports/mailer.ts";
import type { Condition, Put } from "../../../shared/kernel/ports/table.ts";
import type { SourceHttpAnswer } from "../../../shared/source/source-http.ts";

/** A possible fault in a port's call. */
export type Fault =
  | "rejects"
  | "takes effect and rejects"
  | "ends before"
  | "ends after"
  /** A client without a response repeats its conditional write, and meets its own write. */
  | "takes effect and conflicts"
  /** Only the first of several puts, messages or entries are accepted. */
  | "takes a part and rejects"
  /** The bus responds, and refuses its first entry. */
  | "refuses one"
  /** A gateway before the source responds that the path is unknown. The source itself wasn't asked. */
  | "gateway 404"
  /** Another worker does all its work before the call, or between its effect and its response. */
  | "other before"
  | "other after";

export type PortCall = { readonly port: string; readonly method: string; readonly parameters: readonly unknown[] };

export const reading = new Set(["get", "getAll", "query", "queryIndex", "scan", "wrap", "unwrap"]);

/**
 * The possible faults in a call. A read that rejects, or ends its process, does the same before and after its effect.
 */
export function faultsOf({ port, method, parameters }: PortCall): readonly Fault[] {
  if (reading.has(method)) return ["rejects", "ends before"];
  const all: Fault[] = ["rejects", "takes effect and rejects", "ends before", "ends after"];
  const [first, second] = parameters;
  if (Array.isArray(first) && first.length > 1) all.push("takes a part and rejects");
  if (port === "bus") all.push("refuses one");
  if (port === "source") all.push("gateway 404");
  if (isConditional(method, first, second)) all.push("takes effect and conflicts");
  return all;
}

function isConditional(method: string, first: unknown, second: unknown): boolean {
  if (method === "put") return (first as readonly Put[]).some(({ when }) => isBroken(when));
  if (method === "update") return isBroken((first as { when?: Condition }).when);
  return method === "remove" && isBroken(second as Condition | undefined);
}

/** Whether a write may break its own condition: what exists before an update exists after it. */
const isBroken = (when: Condition | undefined): boolean => when?.some(({ is }) => is !== "present") === true;

/** A caller's result if the port doesn't throw: connections return that they failed. */
export function failureOf({ port, method }: PortCall, fault: "rejects" | "takes effect and rejects"): unknown {
  const isLost = fault === "takes effect and rejects";
  const ended = { ms: 1, timing: {} };
  if (port === "dialer") {
    const failed: DialOutcome = { outcome: "failed", class: isLost ? "timeout" : "connect", ...ended };
    return failed;
  }
  if (port === "mailer") {
    const refused: SendOutcome = isLost
      ? { outcome: "unknown", reason: "timeout" }
      : { outcome: "refused", reason: "smtp_450", retryable: true };
    return refused;
  }
  if (port === "source") {
    const failed: SourceHttpAnswer = { outcome: "failed", reason: "transport", detail: "ECONNRESET" };
    return failed;
  }
  throw new EngineUnavailableError(`${port}.${method} ${isLost ? "took effect and " : ""}failed`);
}

/** The call with its first half, if it is accepted in part. */
export function halfOf({ parameters }: PortCall): readonly unknown[] {
  const [first, ...rest] = parameters;
  return Array.isArray(first) ? [first.slice(0, Math.ceil(first.length / 2)), ...rest] : parameters;
}

/** The result of an effective call whose condition seems broken by another worker. */
export function conflictOf({ method }: PortCall, parameters: readonly unknown[], result: unknown): unknown {
  if (method !== "put") return "conflict";
  return (parameters[0] as readonly Put[]).map(({ when }, at) =>
    when === undefined ? (result as readonly unknown[])[at] : "conflict",
  );
}
