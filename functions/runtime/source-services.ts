import { UndiciSourceHttp } from "../../shared/adapters/http/source-http.ts";
import { PressureGauge } from "../../shared/schedule/budget/pressure-gauge.ts";
import type { InstanceRegistry } from "../../shared/source/instance-registry.ts";
import { SourceFactory } from "../../shared/source/source-factory.ts";
import type { Engine } from "./engine.ts";
import { instanceRegistryOf } from "./source-registry.ts";

export type SourceServices = {
  readonly registry: InstanceRegistry;
  readonly sources: SourceFactory;
  /** To be closed by a host that ends. */
  readonly http: UndiciSourceHttp;
};

/** One per process: tokens, connections and clock offsets live in it. */
export function sourceServices(engine: Engine): SourceServices {
  const { clock, sleeper, randomness, logger, settings } = engine;
  const { timings, partnerUrl } = settings;
  const registry = instanceRegistryOf(engine);
  const gauge = new PressureGauge(engine.table("feeds"), clock);
  const http = new UndiciSourceHttp({ baseUrl: partnerUrl, timeout: timings.sourceTimeout });
  const throttled = (instance: string, retryAfterMs: number | undefined) => {
    gauge.tell(instance, retryAfterMs).catch((error: unknown) => {
      logger.error("source.pressure_not_told", error, { instance });
    });
  };
  const sources = new SourceFactory({ http, registry, clock, sleeper, randomness, logger, timings, throttled });
  return { registry, sources, http };
}
