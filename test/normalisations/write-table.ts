import { writeFileSync } from "node:fs";
import { currentPage, eventsDoc, withNormalisations } from "./normalisations.ts";

writeFileSync(eventsDoc, withNormalisations(currentPage()));
