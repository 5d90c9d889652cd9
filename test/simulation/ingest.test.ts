import { test } from "vitest";
import { expectFaithful, lived, seeds } from "./ingest-life.ts";

test.each(seeds)("seed %i: random histories and random crashes lose nothing and invent nothing", async (seed) => {
  await expectFaithful(await lived(seed));
});
