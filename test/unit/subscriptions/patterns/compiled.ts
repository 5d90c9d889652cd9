import { type EventPattern, parseEventPattern } from "../../../../shared/subscriptions/patterns/event-pattern.ts";

export function compiled(pattern: unknown): EventPattern {
  const result = parseEventPattern(pattern);
  if (result.outcome === "invalid") throw new Error(JSON.stringify(result.issues));
  return result.pattern;
}
