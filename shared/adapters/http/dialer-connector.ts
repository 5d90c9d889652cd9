import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { FeedhookError } from "../../kernel/errors.ts";
import { NameNotResolvedError, type Resolve } from "./dialer-resolve.ts";

/** The address may not be reached. */
export class AddressRefusedError extends FeedhookError {
  readonly code = "address_refused";
}

export type ConnectorParts = {
  readonly resolve: Resolve;
  readonly permits: (address: string) => boolean;
  /** Ms for TCP and TLS. */
  readonly timeout: number;
  /** PEM certificates to trust instead of the public ones. */
  readonly authorities?: string;
};

/**
 * Opens connections only to addresses it vetted itself: a name is resolved once, every answer must be permitted, and
 * that answer is what is connected to. Resolving again to connect would let a name change its mind in between.
 */
export function guardedConnector({ resolve, permits, timeout, authorities }: ConnectorParts): buildConnector.connector {
  const connect = buildConnector({
    lookup: guardedLookup(resolve, permits),
    timeout,
    allowH2: false,
    minVersion: "TLSv1.2",
    ...(authorities === undefined ? {} : { ca: authorities }),
  });
  return (options, callback) => {
    connect(options, (...result) => {
      const [failure, socket] = result;
      // The last word: for an address instead of a name, no lookup is ever asked.
      if (failure === null && !permits(socket.remoteAddress ?? "")) {
        socket.destroy();
        callback(refused(options.hostname), null);
      } else {
        callback(...result);
      }
    });
  };
}

function guardedLookup(resolve: Resolve, permits: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (first === undefined) callback(new NameNotResolvedError(`${hostname} has no address`), "");
        // One bad answer refuses all: which one is connected to would be up to chance.
        else if (!addresses.every(permits)) callback(refused(hostname), "");
        else if (options.all === true) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (failure: unknown) => {
        callback(failure instanceof Error ? failure : new NameNotResolvedError(hostname), "");
      },
    );
  };
}

function refused(hostname: string): AddressRefusedError {
  return new AddressRefusedError(`${hostname} leads to an address that may not be reached`);
}
