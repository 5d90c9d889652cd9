import type { QueueSender } from "../../kernel/ports/queue.ts";
import type { InstanceRegistry } from "../../source/instance-registry.ts";
import type { TickMessage } from "./tick.ts";

export type ClockFireParts = {
  readonly registry: InstanceRegistry;
  readonly ticks: QueueSender;
  readonly recover: QueueSender;
  /** `ticksPerFire`: how many tick messages each instance gets per clock event. `tickMs`: the time (ms) between two. */
  readonly ticksPerFire: number;
  readonly tickMs: number;
};

/**
 * Handles one event of the clock. Sends each instance its tick messages for the time until the next event. At the same
 * intervals, sends messages that request a check of the backlogs.
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
