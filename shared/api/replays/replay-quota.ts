import type { Caller } from "../../partners/authenticator.ts";
import type { ApiServices } from "../api-services.ts";
import { RequestError } from "../http/request-error.ts";

/** Throws where the partner's running replays and one of `perSecond` more would send faster than they may together. */
export async function assertReplayRate(
  replays: Pick<ApiServices["replays"], "perSecondInUse">,
  { access: { partner, quotas } }: Caller,
  perSecond: number,
): Promise<void> {
  if (quotas === undefined) return;
  const free = Math.max(quotas.replayPerSecond - (await replays.perSecondInUse(partner)), 0);
  if (perSecond <= free) return;
  const rest = `${quotas.replayPerSecond} deliveries per second for all replays together, of which ${free} are free`;
  throw new RequestError("quota-exceeded", `at most ${rest}: give a lower perSecond, or wait until others are done`);
}
