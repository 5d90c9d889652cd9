import { getPath } from "hono/utils/url";

/** The path of requests whose address can't be decoded; no address has it. */
export const undecodable = "/%";

/**
 * The path of a request. Hono decodes each run of escapes by itself where an address as a whole can't be decoded, and an
 * exception for each takes a tenth of a second of a thread in an address of 60 KB: before any limit applies, and again
 * for each parameter.
 */
export function decodablePath(request: Request): string {
  try {
    decodeURIComponent(request.url);
  } catch {
    return undecodable;
  }
  return getPath(request);
}
