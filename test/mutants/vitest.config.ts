import { defineConfig } from "vitest/config";
import { parts } from "./parts.ts";

// Set by `npm run mutants` alone.
const part = parts.find(({ name }) => name === process.env["FEEDHOOK_MUTANTS_OF"]);

export default defineConfig({
  test: {
    include: [...(part?.tests ?? [])],
    exclude: [...(part?.without ?? [])],
    setupFiles: ["test/support/block-network.ts"],
    testTimeout: 30_000,
  },
});
