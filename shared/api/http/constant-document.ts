import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "hono";
import { accepts } from "hono/accepts";
import { sha256Text } from "../../kernel/hash.ts";

type Encoding = "br" | "gzip" | "identity";

type Representation = { readonly body: Uint8Array<ArrayBuffer>; readonly etag: string };

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** The compression quality. At 11, the largest document would be an eighth smaller but take seventy times as long. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** A document changes only with a new version of the bridge, which only adds to it. */
const cached = "public, max-age=3600";

/**
 * Put `etag()` in front of the result to answer conditional requests with `304`. Each encoding has its own strong ETag.
 */
export function constantDocument(contentType: string, build: () => unknown): (context: Context) => Promise<Response> {
  let text: string | undefined;
  const made = new Map<Encoding, Promise<Representation>>();
  const represent = async (encoding: Encoding): Promise<Representation> => {
    text ??= JSON.stringify(build());
    const hash = sha256Text("base64url", text).slice(0, 22);
    if (encoding === "br") return { body: new Uint8Array(await brotli(text, brotliOptions)), etag: `"${hash}-br"` };
    if (encoding === "gzip") return { body: new Uint8Array(await zip(text)), etag: `"${hash}-gzip"` };
    return { body: new Uint8Array(Buffer.from(text)), etag: `"${hash}"` };
  };
  const representation = (encoding: Encoding): Promise<Representation> => {
    const known = made.get(encoding);
    if (known !== undefined) return known;
    const making = represent(encoding).catch((error: unknown) => {
      // The next request tries again.
      made.delete(encoding);
      throw error;
    });
    made.set(encoding, making);
    return making;
  };
  return async (context) => {
    const encoding = encodingFor(context);
    const { body, etag } = await representation(encoding);
    context.header("content-type", contentType);
    context.header("cache-control", cached);
    context.header("vary", "accept-encoding");
    context.header("etag", etag);
    if (encoding !== "identity") context.header("content-encoding", encoding);
    return context.body(body);
  };
}

/** The longest `Accept-Encoding` that is read, in characters: browsers send thirty, and reading 60 KB takes 40 ms. */
const longestAccepted = 512;

export function encodingFor(context: Context): Encoding {
  if ((context.req.header("accept-encoding") ?? "").length > longestAccepted) return "identity";
  const takes = (encoding: string) =>
    accepts(context, {
      header: "Accept-Encoding",
      supports: [encoding],
      default: "identity",
      match: (given) => (given.some(({ type, q }) => type.toLowerCase() === encoding && q > 0) ? encoding : "identity"),
    }) === encoding;
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : "identity";
}
