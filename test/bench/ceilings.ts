import { readFileSync, writeFileSync } from "node:fs";
import { withCeilings } from "./ceilings/ceilings-text.ts";

/**
 * Computes the most changes per second from page sizes, overlaps, budgets, workers and quotas, for docs/scheduling.md.
 */
const page = new URL("../../docs/scheduling.md", import.meta.url);
writeFileSync(page, withCeilings(readFileSync(page, "utf8")));
