import { AlertLog } from "../../../shared/alerts/alert-log.ts";
import { AlertRequests } from "../../../shared/alerts/alert-requests.ts";
import { AlertSettingsStore } from "../../../shared/alerts/alert-settings-store.ts";
import { type Container, storeOn } from "../container.ts";
import { waitingRequests } from "./partners.ts";
import { secretBox } from "./source.ts";

/** Separate from `alerts.ts`, whose users load the HTTP client. */
export function alertSettingsStore({ engine, context, get }: Container): AlertSettingsStore {
  return new AlertSettingsStore({ ...context, table: engine.table("subscriptions"), secrets: get(secretBox) });
}

export const alertLog = /* @__PURE__ */ storeOn("deliveries", AlertLog);

export function alertRequests({ engine, context, get }: Container): AlertRequests {
  return new AlertRequests({
    ...context,
    ...{ settings: get(alertSettingsStore), log: get(alertLog), waiting: get(waitingRequests) },
    ...{ subscriptions: engine.table("subscriptions"), alerts: engine.queue("alerts") },
  });
}
