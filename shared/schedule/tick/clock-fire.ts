import type { QueueSender } from "../../kernel/ports/queue.ts";
import type { InstanceRegistry } from "../../source/instance-registry.ts";
import type { TickMessage } from "./tick.ts";

export type ClockFireParts = {
  readonly registry: InstanceRegistry;
  readonly ticks: QueueSender;
  readonly recover: QueueSender;
  /** Each clock event sends an instance this many ticks, one every `tickMs`. */
  readonly ticksPerFire: number;
  readonly tickMs: number;
};

/**
 * Sends the messages for the time until the next clock event: ticks for each instance, and sweeps for the `recover`
 * queue.
 */
export async function fireClock({ registry, ticks, recover, ticksPerFire, tickMs }: ClockFireParts): Promise<void> {
  const instances = await registry.list();
  const messages = instances.flatMap(({ name }) =>
    Array.from({ length: ticksPerFire }, (_, tick) => {
      const body: TickMessage = { instance: name };
      return { body: JSON.stringify(body), group: name, delaySeconds: Math.floor((tick * tickMs) / 1_000) };
    }),
  );
  const sweeps = Array.from({ length: ticksPerFire }, (_, tick) => {
    return { body: JSON.stringify({ kind: "sweep" }), delaySeconds: Math.floor((tick * tickMs) / 1_000) };
  });
  await Promise.all([messages.length === 0 ? undefined : ticks.send(messages), recover.send(sweeps)]);
}
