import type { Clock } from "../../kernel/ports/clock.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { DocumentContext } from "../../mirror/documents/document-observation.ts";
import type { InstanceRegistry } from "../../source/instance-registry.ts";

/** What classifying needs in addition to the observation. */
export type ContextParts = {
  readonly instances: Pick<InstanceRegistry, "find">;
  readonly clock: Clock;
  readonly timings: Pick<Timings, "lateReadMargin">;
};

/** Undefined if the instance is unknown. */
export async function contextOf(
  { instances, clock, timings }: ContextParts,
  name: string,
): Promise<DocumentContext | undefined> {
  const instance = await instances.find(name);
  if (instance === undefined) return undefined;
  const { seqFloor, registeredAt, connectedAt = registeredAt } = instance;
  return { instance: name, seqFloor, connectedAt, lateReadMargin: timings.lateReadMargin, now: clock.now() };
}
