import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { curvesSvg } from "./curves-svg.ts";
import { soakMarkdown } from "./soak-pages.ts";
import { readRecord } from "./soak-record.ts";
import { curves } from "./verdict.ts";

/** Writes the docs page of a soak, and its image, from the soak's files in `--from`. */
const { values } = parseArgs({ options: { from: { type: "string", default: ".soak" } } });
const { samples, disturbances, verdict } = readRecord(values.from);
const docs = new URL("../../docs/measurements/", import.meta.url);
writeFileSync(new URL("soak.svg", docs), curvesSvg(samples, curves, disturbances));
writeFileSync(new URL("soak.md", docs), soakMarkdown(verdict.facts, verdict.failures, "soak.svg"));
