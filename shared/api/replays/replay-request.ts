import type { ReplayCriteria } from "../../delivery/replay/replay-job.ts";
import type { NewReplay } from "../../delivery/replay/replay-store.ts";
import type { Caller } from "../../partners/authenticator.ts";
import { mayHave } from "../../partners/partner.ts";
import { pseudoInstanceOf } from "../../partners/partner-key.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";

import type { ApiServices } from "../api-services.ts";
import { RequestError } from "../http/request-error.ts";
import { filterErrors } from "../subscriptions/check-settings.ts";
import type { ReplayInput } from "./replay-schemas.ts";

/** Returns the requested replay with its bounds and instances resolved. Throws RequestError with every error. */
export async function replayRequestOf(
  input: ReplayInput,
  subscription: Subscription,
  { access }: Caller,
  { instances, clock, eventRetention }: ApiServices,
): Promise<NewReplay> {
  const { events, eventTypes, subject, filter, undelivered, perSecond } = input;
  const errors = [...filterErrors(filter)];
  const now = clock.now();
  const oldest = Math.max(now - eventRetention, undelivered ? subscription.createdAt : 0);
  const since = input.since === undefined ? oldest : Math.max(Date.parse(input.since), now - eventRetention);
  const until = input.until === undefined ? now : Math.min(Date.parse(input.until), now);
  if (since >= until) errors.push({ field: "since", message: "must be before until" });
  const asked = subscription.instances ?? (await instances.list()).map(({ name }) => name);
  const own = asked.filter((name) => mayHave(access, name));
  const foreign = (input.instances ?? []).filter((name) => !own.includes(name));
  if (foreign.length > 0)
    errors.push({ field: "instances", message: "must contain only instances of the subscription" });
  if (errors.length > 0) throw RequestError.invalid(errors);
  const criteria: ReplayCriteria = {
    ...(events === undefined ? {} : { events: [...new Set(events)] }),
    ...(eventTypes === undefined ? {} : { eventTypes }),
    ...(subject === undefined ? {} : { subject }),
    ...(filter === undefined ? {} : { filter }),
    ...{ undelivered, since, until },
  };
  const { partner, id } = subscription;
  // Events about the partner's own endpoints have an instance of their own.
  const all = input.instances ?? [...own, pseudoInstanceOf(partner)];
  return { partner, subscription: id, criteria, instances: [...new Set(all)], perSecond };
}
