import { connect as connectTcp, isIP, type Socket, type TcpNetConnectOpts } from "node:net";
import type { ConnectionOptions, SecureContext } from "node:tls";
import { isThisMachine, reservedRangeOf } from "../../delivery/attempt/address-guard.ts";
import type { DialTiming } from "../../delivery/attempt/dialer.ts";
import { errorWith } from "../../kernel/errors.ts";
import type { RecentMap } from "../../kernel/recent-map.ts";
import { boundedTls } from "./bounded-tls.ts";
import { addressTimeout, NameNotResolvedError, type Resolve } from "./dialer-resolve.ts";
import type { FairTurns } from "./fair-turns.ts";
import { offeredTls } from "./offered-tls.ts";

/** The bridge isn't allowed to connect to the address. The message is for operators. */
export class AddressRefusedError extends errorWith("address_refused") {}

export type ConnectorParts = {
  readonly resolve: Resolve;
  readonly permits: (address: string) => boolean;
  /** The port on which the bridge itself listens on this machine; undefined if it doesn't listen. */
  readonly ownPort: () => number | undefined;
  /** TLS sessions by name, so that a new connection to a known endpoint costs half a handshake. */
  readonly sessions: RecentMap<Buffer>;
  /** The turns in which handshakes are processed. */
  readonly handshakes: FairTurns;
  /**
   * All connections share one context, because creating a context costs a quarter of the CPU time of a new connection.
   */
  readonly secureContext: () => SecureContext;
  readonly now: () => number;
};

export type Target = { readonly protocol: string; readonly hostname: string; readonly port: number };

export function targetOf({ protocol, hostname, port }: URL): Target {
  return {
    protocol,
    // A URL encloses an IPv6 literal in brackets, which sockets and resolvers don't understand.
    hostname: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
  };
}

/**
 * How many of a name's addresses of each family a connection may try. A name's owner can list thousands, and Node tries
 * all of them in one turn of the event loop if this machine has no route to them.
 */
const triedOfFamily = 4;

/** A name with more addresses isn't used: checking the thousands that fit into a DNS response takes 10 ms of CPU. */
const mostAddresses = 256;

/**
 * Resolves a name, checks each of its addresses, and returns the first ones of each family. Throws NameNotResolvedError
 * if the name has no address or too many, and AddressRefusedError if any address is forbidden or leads to the bridge
 * itself. If a name could mix allowed and forbidden addresses, chance would decide which one the connection uses.
 */
export async function vettedAddresses(
  { hostname, port }: Pick<Target, "hostname" | "port">,
  { resolve, permits, ownPort }: Pick<ConnectorParts, "resolve" | "permits" | "ownPort">,
): Promise<readonly string[]> {
  const addresses = isIP(hostname) === 0 ? await resolve(hostname) : [hostname];
  if (addresses.length === 0) throw new NameNotResolvedError(`${hostname} has no address`);
  if (addresses.length > mostAddresses) throw new NameNotResolvedError(`${hostname} has too many addresses`);
  const refused = addresses.find((address) => !permits(address));
  if (refused !== undefined) throw refusal(hostname, refused);
  if (port === ownPort() && addresses.some(isThisMachine)) throw leadsBack(hostname);
  return [4, 6].flatMap((family) => addresses.filter((address) => isIP(address) === family).slice(0, triedOfFamily));
}

/** `beginResponse` is called before each request, because the limit on received data applies to each response. */
export type OpenConnection = { readonly socket: Socket; readonly beginResponse: () => void };

/**
 * Opens a connection to an address that is checked here. The name is resolved once, and the connection uses exactly
 * that result, because a second lookup could return another address. `onStep` receives the duration of each step in ms;
 * `signal` ends the attempt, and later the connection. The groups take turns with the work of their handshakes.
 */
export async function openConnection(
  { protocol, hostname, port }: Target,
  group: string,
  parts: ConnectorParts,
  onStep: (steps: DialTiming) => void,
  signal: AbortSignal,
): Promise<OpenConnection> {
  const { now, sessions, handshakes } = parts;
  let since = now();
  const lap = () => {
    const before = since;
    since = now();
    // Even if the clock is set back, no step has a negative duration.
    return Math.max(since - before, 0);
  };
  const addresses = await vettedAddresses({ hostname, port }, parts);
  signal.throwIfAborted();
  onStep({ dns: lap() });
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const options: TcpNetConnectOpts = {
    host: hostname,
    port,
    // Node doesn't call this for an address literal, which was already checked.
    lookup: (_name, { all }, callback) => {
      const [first] = found;
      if (all === true) callback(null, found);
      else callback(null, first?.address ?? "", first?.family);
    },
    noDelay: true,
    autoSelectFamilyAttemptTimeout: addressTimeout,
  };
  const tcp = connectTcp(options);
  await opened(tcp, "connect", signal);
  signal.throwIfAborted();
  onStep({ connect: lap() });
  // This final check, on the address actually connected to, catches what an earlier step may have missed.
  const { remoteAddress = "" } = tcp;
  const isOwn = port === parts.ownPort() && isThisMachine(remoteAddress);
  if (!parts.permits(remoteAddress) || isOwn) {
    tcp.destroy();
    throw isOwn ? leadsBack(hostname) : refusal(hostname, remoteAddress);
  }
  if (protocol !== "https:") return { socket: tcp, beginResponse: () => undefined };
  const inTurn = (work: () => void) => {
    handshakes.add(group, work);
  };
  await new Promise<void>(inTurn);
  signal.throwIfAborted();
  if (tcp.destroyed) throw new Error("closed");
  const tls = boundedTls(tcp, tlsOptions(hostname, parts), inTurn);
  tls.socket.on("session", (session: Buffer) => {
    sessions.set(hostname, session);
  });
  await opened(tls.socket, "secureConnect", signal);
  onStep({ tls: lap() });
  return tls;
}

/** Waits for `event`. `signal` destroys the socket, even after the event. */
function opened(socket: Socket, event: "connect" | "secureConnect", signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      socket.destroy(new Error("given up"));
    };
    signal.addEventListener("abort", giveUp);
    // The listener stays forever, because an error event without a listener ends the process.
    socket.on("error", reject);
    socket.once("close", () => {
      signal.removeEventListener("abort", giveUp);
      reject(new Error("closed"));
    });
    socket.once(event, resolve);
  });
}

function tlsOptions(
  hostname: string,
  { sessions, secureContext }: Pick<ConnectorParts, "sessions" | "secureContext">,
): ConnectionOptions {
  const session = sessions.get(hostname);
  return {
    ALPNProtocols: ["http/1.1"],
    secureContext: secureContext(),
    rejectUnauthorized: offeredTls.rejectUnauthorized,
    ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
    ...(session === undefined ? {} : { session }),
  };
}

function refusal(hostname: string, address: string): AddressRefusedError {
  return new AddressRefusedError(
    `${hostname} resolves to ${reservedRangeOf(address) ?? "a network that isn't permitted"}`,
  );
}

function leadsBack(hostname: string): AddressRefusedError {
  return new AddressRefusedError(`${hostname} leads to the bridge itself`);
}
