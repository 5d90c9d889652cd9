import type { Caller } from "../../partners/authenticator.ts";
import type { ApiServices } from "../api-services.ts";
import { RequestError } from "../http/request-error.ts";

/**
 * Throws where the partner has as many subscriptions as it may. Of several that are made at the same moment each counts
 * before the others stand, so a quota bounds what a partner can pile up, not the very last one.
 */
export async function assertRoomForAnother(
  subscriptions: ApiServices["subscriptions"],
  { access: { partner, quotas } }: Caller,
): Promise<void> {
  if (quotas === undefined) return;
  let standing = 0;
  let after: string | undefined;
  for (;;) {
    const { items, more } = await subscriptions.list(partner, { after, limit: 200 });
    standing += items.length;
    after = items.at(-1)?.id ?? after;
    if (standing >= quotas.subscriptions)
      throw new RequestError("quota-exceeded", `at most ${quotas.subscriptions} subscriptions: remove one first`);
    if (!more) return;
  }
}
