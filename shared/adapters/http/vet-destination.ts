import { setTimeout as delay } from "node:timers/promises";
import { isPublicAddress } from "../../delivery/attempt/address-guard.ts";
import type { Logger } from "../../kernel/ports/logger.ts";
import { AddressRefusedError, vettedAddresses } from "./dialer-connector.ts";
import { type Resolve, resolveByDns } from "./dialer-resolve.ts";

/** The result of checking where an address leads. */
export type Vetted = "allowed" | "refused" | "unresolved";

type Parts = { readonly logger: Logger; readonly resolve?: Resolve; readonly patience?: number };

/** Ms that resolving a name may take, because a caller waits for the answer. */
const longestLook = 3_000;

/**
 * Checks where the name of an accepted address leads, without connecting. A name that doesn't resolve now may resolve
 * later; only a destination that must never be reached is refused. The log tells operators the difference.
 */
export function destinationVetting({ logger, resolve = resolveByDns(), patience = longestLook }: Parts) {
  return async (url: string): Promise<Vetted> => {
    const { hostname } = new URL(url);
    const timeout = new AbortController();
    const late = delay(patience, "unresolved" as const, { signal: timeout.signal });
    try {
      const vetting = vettedAddresses(hostname, { resolve, permits: isPublicAddress });
      return await Promise.race([vetting.then(() => "allowed" as const), late]);
    } catch (failure) {
      if (!(failure instanceof AddressRefusedError)) return "unresolved";
      logger.warn("destination.refused", { detail: failure.message });
      return "refused";
    } finally {
      timeout.abort();
      late.catch(() => undefined);
    }
  };
}
