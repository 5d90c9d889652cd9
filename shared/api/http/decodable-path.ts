import { getPath } from "hono/utils/url";

/** The path used for a URL that can't be decoded. No valid URL has this path. */
export const undecodable = "/%";

/** A URL with credentials, such as `http://user:password@…`. The platform's `Request` constructor throws on it. */
const withUser = /^https?:\/\/[^/?#]*@/i;

/**
 * Returns the path of a request, or `undecodable` if its URL can't be decoded as a whole. Hono would then decode each
 * run of escapes separately. In a 60 KB URL, the exceptions add up to a tenth of a second, before any limit applies,
 * and again for each parameter.
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
