import * as z from "zod";

/** `name` holds a hash of the contents; `body` and `brotli` are base64, so that assets can stand in a JSON file. */
const portalAsset = z.object({ name: z.string(), type: z.string(), body: z.string(), brotli: z.string() });
export type PortalAsset = z.infer<typeof portalAsset>;

/** The built portal: the page that every one of its addresses answers with, and the files that the page loads. */
export const portalAssets = z.object({ page: z.string(), files: z.array(portalAsset) });
export type PortalAssets = z.infer<typeof portalAssets>;
