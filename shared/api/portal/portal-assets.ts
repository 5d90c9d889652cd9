import * as z from "zod";

/** `name` contains a hash of the contents. `body` and `brotli` are base64, because assets are kept in a JSON file. */
const portalAsset = z.object({ name: z.string(), type: z.string(), body: z.string(), brotli: z.string() });
export type PortalAsset = z.infer<typeof portalAsset>;

/** The page for the path `href` and the paths below it. Pages differ in what they show before the script runs. */
const portalPage = z.object({ href: z.string(), html: z.string() });

/** The built portal: `pages` for its main paths, `page` for all other paths, and the files that these pages load. */
export const portalAssets = z.object({ page: z.string(), pages: z.array(portalPage), files: z.array(portalAsset) });
export type PortalAssets = z.infer<typeof portalAssets>;
