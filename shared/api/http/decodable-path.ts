import { getPath } from "hono/utils/url";

/** The path of requests whose address can't be read; no address has it. */
export const undecodable = "/%";

/** `http://user:password@…`: the platform's `Request` throws wherever it is built of one. */
const withUser = /^https?:\/\/[^/?#]*@/i;

/**
 * The path of a request. Hono decodes each run of escapes by itself where an address as a whole can't be decoded, and an
 * exception for each takes a tenth of a second of a thread in an address of 60 KB: before any limit applies, and again
 * for each parameter.
 */
export function decodablePath(request: Request): string {
  if (withUser.test(request.url)) return undecodable;
  try {
    decodeURIComponent(request.url);
  } catch {
    return undecodable;
  }
  return getPath(request);
}
