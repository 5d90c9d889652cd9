import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "../../kernel/ports/logger.ts";
import { type DialerOptions, vettingParts } from "./dialer.ts";
import { AddressRefusedError, targetOf, vettedAddresses } from "./dialer-connector.ts";

/** The result of checking where an address leads. */
export type Vetted = "allowed" | "refused" | "unresolved";

type Parts = Pick<DialerOptions, "allowInsecure" | "ownPort" | "resolve"> & {
  readonly logger: Logger;
  readonly patience?: number;
};

/** How long (ms) resolving a name may take. The time is short, because a caller waits for the response. */
const longestLook = 3_000;

/**
 * Checks where the host name of an accepted URL leads, without connecting. A name that doesn't resolve now may resolve
 * later, so only a name that leads to a forbidden address is refused. The reason is in the log, where only operators
 * see it.
 */
export function destinationVetting({ logger, patience = longestLook, ...rules }: Parts) {
  const parts = vettingParts(rules);
  return async (url: string): Promise<Vetted> => {
    const timeout = new AbortController();
    const late = delay(patience, "unresolved" as const, { signal: timeout.signal });
    try {
      const vetting = vettedAddresses(targetOf(new URL(url)), parts);
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
