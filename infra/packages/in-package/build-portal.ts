import { readFile } from "node:fs/promises";
import { type PortalAssets, portalAssets } from "../../../shared/api/portal/portal-assets.ts";
import { parseJson } from "../../../shared/kernel/parse.ts";

/** The portal was built with the package. */
export async function buildPortal(): Promise<PortalAssets> {
  const text = await readFile(new URL("../functions/api/portal.json", import.meta.url), "utf8");
  return parseJson(portalAssets, text, "portal.json");
}
