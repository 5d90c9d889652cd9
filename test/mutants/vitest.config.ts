import { defineConfig } from "vitest/config";
import { parts } from "./parts.ts";

// Set only by `npm run mutants`.
const part = parts.find(({ name }) => name === process.env["FEEDHOOK_MUTANTS_OF"]);

export default defineConfig({
  test: {
    include: [...(part?.tests ?? [])],
    exclude: [...(part?.without ?? [])],
    setupFiles: ["test/support/block-network.ts"],
    testTimeout: 30_000,
  },
});
