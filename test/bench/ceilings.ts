import { readFileSync, writeFileSync } from "node:fs";
import { withCeilings } from "./ceilings/ceilings-text.ts";
import { counted } from "./ceilings/counted.ts";

/**
 * Computes the most changes per second from page sizes, overlaps, budgets, workers and quotas, and counts what can be
 * counted, for docs/scheduling.md.
 */
const page = new URL("../../docs/scheduling.md", import.meta.url);
writeFileSync(page, withCeilings(readFileSync(page, "utf8"), await counted()));
