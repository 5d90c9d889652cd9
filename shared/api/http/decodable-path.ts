import { getPath } from "hono/utils/url";

/** The path of a request whose address can't be decoded. No real address has it. */
export const undecodable = "/%";

/** `http://user:password@…`: the platform's `Request` throws if it is constructed with one. */
const withUser = /^https?:\/\/[^/?#]*@/i;

/**
 * Returns the path of a request. If Hono can't decode an address as a whole, it decodes each run of escapes separately.
 * In an address of 60 KB, an exception for each run takes a tenth of a second, before any limit applies, and again for
 * each parameter.
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
