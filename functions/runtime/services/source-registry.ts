import { SecretBox } from "../../../shared/kernel/secret-box.ts";
import { InstanceRegistry } from "../../../shared/source/instance-registry.ts";
import type { Engine } from "../engine.ts";

/** Apart from the source's other services: whoever only looks instances up doesn't load the HTTP client. */
export function instanceRegistryOf(engine: Engine): InstanceRegistry {
  const { keys, clock, randomness, settings } = engine;
  const table = engine.table("subscriptions");
  const cacheMs = settings.timings.dataKeyCache;
  return new InstanceRegistry(table, new SecretBox({ table, keys, clock, randomness, cacheMs }));
}
