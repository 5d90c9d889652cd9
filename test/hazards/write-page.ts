import { writeFileSync } from "node:fs";
import { hazardsPage } from "./hazards-page.ts";

writeFileSync(new URL("../../docs/hazards.md", import.meta.url), hazardsPage());
