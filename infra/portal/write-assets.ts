import { writeFileSync } from "node:fs";
import { buildPortal } from "./build-portal.ts";

// Runs while the API's function is bundled, and writes the file that the function reads when the portal is opened.
const [, , file = "portal.json"] = process.argv;
writeFileSync(file, JSON.stringify(await buildPortal()));
