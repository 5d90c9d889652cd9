import { lookup, Resolver } from "node:dns/promises";
import { errorWith } from "../../kernel/errors.ts";

/** The address families that the bridge connects to: both, or only IPv4 if the network has no route for IPv6. */
export type AddressFamily = "ipv4" | "both";

/**
 * After this time (ms), an address that doesn't respond is abandoned and the next one is tried. Node's default of 250
 * ms gives up on distant hosts. A longer limit would leave the next address less than half of a webhook's shortest
 * deadline.
 */
export const addressTimeout = 1_500;

/** Resolves a name to at least one address. Throws NameNotResolvedError. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** A name has no address, or its name servers didn't respond. */
export class NameNotResolvedError extends errorWith("name_not_resolved") {}

/**
 * Asks the name servers directly. Node lets the system's resolver use two threads, so two endpoints with dead name
 * servers would hold up all other endpoints. The system's resolver also obeys this machine's own hosts file. Without
 * `nameServers` (`address:port`), this machine's name servers are used.
 */
export function resolveByDns(family: AddressFamily = "both", nameServers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (nameServers !== undefined) resolver.setServers(nameServers);
  return async (hostname) => {
    const questions = [resolver.resolve4(hostname), ...(family === "both" ? [resolver.resolve6(hostname)] : [])];
    const addresses = (await Promise.allSettled(questions)).flatMap((answer) =>
      answer.status === "fulfilled" ? answer.value : [],
    );
    if (addresses.length === 0) throw new NameNotResolvedError(`${hostname} has no address`);
    return addresses;
  };
}

/** Resolves names as other programs on this machine do: local development needs `localhost` and the hosts file. */
export function resolveBySystem(family: AddressFamily): Resolve {
  return async (hostname) => {
    try {
      return (await lookup(hostname, { all: true, family: family === "ipv4" ? 4 : 0 })).map(({ address }) => address);
    } catch (cause) {
      throw new NameNotResolvedError(`${hostname} has no address`, { cause });
    }
  };
}
