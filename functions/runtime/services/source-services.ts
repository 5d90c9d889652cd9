import { PressureGauge } from "../../../shared/schedule/budget/pressure-gauge.ts";
import { PressureWatch } from "../../../shared/schedule/budget/pressure-watch.ts";
import type { InstanceRegistry } from "../../../shared/source/instance-registry.ts";
import { SourceFactory, type SourceFactoryParts } from "../../../shared/source/source-factory.ts";
import type { SourceHttp } from "../../../shared/source/source-http.ts";
import type { Engine } from "../engine.ts";
import { instanceRegistryOf } from "./source-registry.ts";

export type SourceServices = { readonly registry: InstanceRegistry; readonly sources: SourceFactory };

/** One per process: tokens, connections and clock offsets live in it. */
export function sourceServices(engine: Engine, http: SourceHttp): SourceServices {
  const { clock, sleeper, randomness, logger, metrics, settings } = engine;
  const { timings } = settings;
  const registry = instanceRegistryOf(engine);
  const gauge = new PressureGauge(engine.table("feeds"), clock);
  const throttled = (instance: string, retryAfterMs: number | undefined) => {
    gauge.report(instance, retryAfterMs).catch((error: unknown) => {
      logger.error("source.pressure_not_told", error, { instance });
    });
  };
  const watch = new PressureWatch({ gauge, clock, logger, metrics });
  const exchanged: SourceFactoryParts["exchanged"] = (instance, exchange) => void watch.exchanged(instance, exchange);
  const ports = { clock, sleeper, randomness, logger };
  const sources = new SourceFactory({ http, registry, ...ports, timings, throttled, exchanged });
  return { registry, sources };
}
