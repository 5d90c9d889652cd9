import { SecretBox } from "../../../shared/kernel/secret-box.ts";
import { InstanceRegistry } from "../../../shared/source/instance-registry.ts";
import type { Container } from "../container.ts";

/** Seals the credentials of instances and the secrets of subscriptions. */
export function secretBox({ engine }: Container): SecretBox {
  const { keys, clock, randomness, settings } = engine;
  const table = engine.table("subscriptions");
  return new SecretBox({ table, keys, clock, randomness, cacheMs: settings.timings.dataKeyCache });
}

export function instanceRegistry({ engine, get }: Container): InstanceRegistry {
  return new InstanceRegistry(engine.table("subscriptions"), get(secretBox));
}
