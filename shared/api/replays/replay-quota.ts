import type { ReplayRefusal } from "../../delivery/replay/replay-admission.ts";
import type { Caller } from "../../partners/authenticator.ts";
import { RequestError } from "../http/request-error.ts";

const notDone = "aren't done yet that no other begins";

/** The error of a replay that one of the partner's limits forbids. */
export function replayRefused(refusal: ReplayRefusal, { access: { quotas } }: Caller): RequestError {
  if (refusal === "tooMany") return new RequestError("wrong-state", `so many replays of this subscription ${notDone}`);
  if (refusal === "tooManyOfPartner") {
    return new RequestError(
      "wrong-state",
      `so many replays of your subscriptions ${notDone}: wait for one, or cancel one`,
    );
  }
  const rest = `${quotas?.replayPerSecond} deliveries per second for all replays together, of which ${refusal.free} are free`;
  return new RequestError("quota-exceeded", `at most ${rest}: give a lower perSecond, or wait until others are done`);
}
