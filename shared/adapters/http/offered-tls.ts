import { constants } from "node:crypto";
import { createSecureContext } from "node:tls";

/**
 * The TLS options that servers can choose from. Key exchange is limited to elliptic curves. With finite fields, the
 * server would choose a prime of any length, and a prime of 10,000 bits takes a second of our CPU for each connection,
 * even before the server's certificate is checked.
 */
export const offeredTls = {
  minVersion: "TLSv1.2",
  ciphers: "ECDHE+AESGCM:ECDHE+CHACHA20:ECDHE+AES",
  ecdhCurve: curves(),
  // Without this option, a server could request another handshake any number of times.
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  // Set explicitly, because the default depends on NODE_TLS_REJECT_UNAUTHORIZED.
  rejectUnauthorized: true,
} as const;

/** The elliptic curves offered, including the post-quantum one if this Node has it. */
function curves(): string {
  const classic = "X25519:P-256:P-384:P-521";
  try {
    createSecureContext({ ecdhCurve: `X25519MLKEM768:${classic}` });
    return `X25519MLKEM768:${classic}`;
  } catch {
    return classic;
  }
}
