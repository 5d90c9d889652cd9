import { mkdirSync, rmSync } from "node:fs";
import type { TestProject } from "vitest/node";

/** The CDK leaves each cloud assembly in the temporary folder, so the project has its own temporary folder. */
export default function temporaryFolder({ config }: TestProject): () => void {
  const { TMPDIR: folder = "" } = config.env;
  mkdirSync(folder, { recursive: true });
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}
