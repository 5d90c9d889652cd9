import type { FailureClass } from "../../delivery/attempt/dialer.ts";
import { FeedhookError } from "../../kernel/errors.ts";
import { TooMuchTlsError } from "./bounded-tls.ts";
import { AddressRefusedError } from "./dialer-connector.ts";
import { NameNotResolvedError } from "./dialer-resolve.ts";

const timeouts = new Set(["ETIMEDOUT", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);
const tlsCode = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|EPROTO)/;
const socketCode = /^(E[A-Z]+|UND_ERR_SOCKET)$/;

/**
 * The step at which a request failed. An error outside name resolution, network and TLS means that the response wasn't
 * HTTP.
 */
export function failureClassOf(failure: Error): FailureClass {
  if (failure instanceof AddressRefusedError) return "blocked";
  if (failure instanceof NameNotResolvedError) return "dns";
  if (failure instanceof TooMuchTlsError) return "tls";
  const code = codeOf(failure);
  if (timeouts.has(code)) return "timeout";
  if (tlsCode.test(code)) return "tls";
  return socketCode.test(code) ? "connect" : "protocol";
}

/**
 * The detail that operators search for: our own message, such as the rule that refused the address, or the error's
 * code. Node's messages contain addresses; codes don't.
 */
export function failureDetailOf(failure: Error): string {
  if (failure instanceof FeedhookError) return failure.message;
  const code = codeOf(failure);
  return code === "" ? failure.name : code;
}

function codeOf(failure: Error): string {
  return "code" in failure && typeof failure.code === "string" ? failure.code : "";
}
