import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { shapesOf } from "./shapes.ts";
import { takeState } from "./stored-state.ts";

// `npm run stored-rows`, at a release, keeps what this version of the code stores, for the next one's tests to read.

/** This many histories produce nearly every attribute. */
const histories = 16;

const { state, rows } = await takeState();
for (let seed = 1; seed <= histories; seed += 1) for (const row of (await takeState(seed)).rows) rows.push(row);
writeFileSync(new URL("state.json.gz", import.meta.url), gzipSync(JSON.stringify(state), { level: 9 }));
writeFileSync(new URL("shapes.json", import.meta.url), `${JSON.stringify(shapesOf(rows), undefined, 2)}\n`);
