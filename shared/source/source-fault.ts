import { isFilesExhausted } from "../kernel/files-exhausted.ts";
import type { SentAnswer } from "./source-http.ts";

const unresolved = new Set(["ENOTFOUND", "EAI_AGAIN", "EAI_FAIL", "ENODATA"]);
const ofTls = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|EPROTO)/;

/** Says in a few words why an exchange gave nothing to work with. It names statuses and codes, never a part of a body. */
export function faultText(answer: SentAnswer): string {
  if (answer.outcome === "answer") {
    const isOk = answer.status >= 200 && answer.status < 300;
    return isOk ? `HTTP ${answer.status} with a body that can't be read` : `HTTP ${answer.status}`;
  }
  if (answer.reason === "timeout") return "no whole answer in time";
  if (answer.reason === "too_large") return "an answer that is too large";
  const { detail } = answer;
  if (detail === undefined) return "the connection failed";
  if (detail === "ECONNREFUSED") return "nothing listens there (ECONNREFUSED)";
  if (isFilesExhausted(detail)) return `this process may open no more files (${detail}): raise its limit (ulimit -n)`;
  if (unresolved.has(detail)) return `its name can't be resolved (${detail})`;
  return ofTls.test(detail) ? `the TLS handshake failed (${detail})` : `the connection failed (${detail})`;
}
