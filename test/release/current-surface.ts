import { fileURLToPath } from "node:url";
import { apiFixture } from "../unit/api/api-fixture.ts";
import { packageExports } from "./package-exports.ts";
import { type Surface, surface } from "./surface.ts";

/** The surface of the code in this repository. */
export async function currentSurface(): Promise<Surface> {
  const response = await apiFixture().app.request("/v1/openapi.json");
  const exports = packageExports(fileURLToPath(new URL("../../", import.meta.url)));
  return surface.parse({ api: await response.json(), exports });
}

// `npm run keep-release` runs it in a copy of the release.
if (import.meta.main) process.stdout.write(JSON.stringify(await currentSurface()));
