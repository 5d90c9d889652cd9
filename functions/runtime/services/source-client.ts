import { UndiciSourceHttp } from "../../../shared/adapters/http/source-http.ts";
import { PressureWatch } from "../../../shared/schedule/budget/pressure-watch.ts";
import { SourceFactory } from "../../../shared/source/source-factory.ts";
import type { SourceHttp } from "../../../shared/source/source-http.ts";
import type { Container } from "../container.ts";
import { pressureGauge } from "./schedule.ts";
import { instanceRegistry, sharedTokens, sourceOutages } from "./source.ts";
import { turns } from "./turns.ts";

/** This file is separate from `source.ts`, whose users shouldn't load the HTTP client. */
export function sourceHttp({ engine: { clock, settings } }: Container): SourceHttp {
  const { partnerUrl, timings, addressFamily = "both" } = settings;
  // Polls set their deadlines by this clock.
  const now = () => clock.now();
  return new UndiciSourceHttp({ baseUrl: partnerUrl, timeout: timings.sourceTimeout, addressFamily, now });
}

/** Keeps the source's tokens and clock offsets, so a process must have only one. */
export function sourceFactory({ engine, context, get }: Container): SourceFactory {
  const outages = get(sourceOutages);
  const { origin, pathname } = new URL(engine.settings.partnerUrl);
  const address = `${origin}${pathname.replace(/\/$/, "")}`;
  const watch = new PressureWatch({ ...context, gauge: get(pressureGauge) });
  return new SourceFactory({
    ...context,
    http: get(sourceHttp),
    registry: get(instanceRegistry),
    sharedTokens: get(sharedTokens),
    turns: get(turns),
    throttled: (instance, status, retryAfterMs) => void watch.refused(instance, status, retryAfterMs),
    exchanged: (instance, exchange) => {
      const asked = exchange.asked.replace(" ", ` ${address}`);
      outages.observe(instance, { ...exchange, asked });
      void watch.exchanged(instance, exchange);
    },
  });
}
