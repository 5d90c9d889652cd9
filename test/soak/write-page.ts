import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { curvesSvg } from "./curves-svg.ts";
import { soakMarkdown } from "./soak-pages.ts";
import { readRecord } from "./soak-record.ts";
import { curves } from "./verdict.ts";

/** Writes the page of a soak in the docs, and its image, from what the soak left in `--from`. */
const { values } = parseArgs({ options: { from: { type: "string", default: ".soak" } } });
const { samples, disturbances, verdict } = readRecord(values.from);
const docs = new URL("../../docs/measurements/", import.meta.url);
writeFileSync(new URL("soak.svg", docs), curvesSvg(samples, curves, disturbances));
writeFileSync(new URL("soak.md", docs), soakMarkdown(verdict.facts, verdict.failures, "soak.svg"));
