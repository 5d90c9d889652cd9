import type { Finding } from "./finding.ts";
import { textIn } from "./oracle/json-text.ts";
import { excerpt } from "./oracle/judge-changes.ts";
import { readEvent } from "./oracle/published-event.ts";

/** A finding as lines: what happened, what the source showed, what came, and the rule. */
export function linesOf({ of, transition, was, is, events, what, rule }: Finding): readonly string[] {
  return [
    `${of}: ${what}`,
    `  transition: ${transition}`,
    `  before:     ${was}`,
    `  after:      ${is}`,
    ...(events.length === 0 ? ["  no event"] : events.map((event) => `  event:      ${eventLine(event)}`)),
    `  rule:       ${rule}`,
  ];
}

function eventLine(text: string): string {
  const { node, type, seq, part, changes } = readEvent(text);
  const reported = (changes ?? []).map(({ path, from, to }) => {
    const values = [from, to].map((value) => (value === undefined ? "absent" : excerpt(value)));
    return `${path.join(".")} ${values.join(" → ")}`;
  });
  const time = `${textIn(node, "timestamp") ?? ""} (${textIn(node, "timestampFrom") ?? ""}), ${textIn(node, "detectedBy") ?? ""}`;
  return `${type} ${seq}.${part} of ${time}${reported.length === 0 ? "" : `: ${reported.join("; ")}`}`;
}
