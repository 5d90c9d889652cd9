import { writeFileSync } from "node:fs";
import { buildPortal } from "./build-portal.ts";

// Called by the bundling of the API's function, with the file that the function reads when somebody opens the portal.
const [, , file = "portal.json"] = process.argv;
writeFileSync(file, JSON.stringify(await buildPortal()));
