import { AlertLog } from "../../../shared/alerts/alert-log.ts";
import { AlertRequests } from "../../../shared/alerts/alert-requests.ts";
import { AlertSettingsStore } from "../../../shared/alerts/alert-settings-store.ts";
import type { Container } from "../container.ts";
import { waitingRequests } from "./partners.ts";
import { secretBox } from "./source.ts";

/** Separate from `alerts.ts`, whose users load the HTTP client. */
export function alertSettingsStore({ engine, get }: Container): AlertSettingsStore {
  const { clock, randomness } = engine;
  return new AlertSettingsStore({ table: engine.table("subscriptions"), secrets: get(secretBox), clock, randomness });
}

export function alertLog({ engine }: Container): AlertLog {
  const { clock, settings } = engine;
  return new AlertLog({ table: engine.table("deliveries"), clock, timings: settings.timings });
}

export function alertRequests({ engine, get }: Container): AlertRequests {
  const { clock, settings } = engine;
  return new AlertRequests({
    ...{ settings: get(alertSettingsStore), log: get(alertLog), subscriptions: engine.table("subscriptions") },
    ...{ alerts: engine.queue("alerts"), waiting: get(waitingRequests), clock, timings: settings.timings },
  });
}
