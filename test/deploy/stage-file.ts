import { rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type StageOptions, stageFileContent } from "./deploy-stacks.ts";

/** A command with a stage's name looks here for its options. */
const file = fileURLToPath(new URL("../../infra/aws/stages/prod.json", import.meta.url));

/** Does `work` while the stage's file is in its place. Fails if a file is there, because it may be an operator's own. */
export async function withOperatorsFile<T>(stage: StageOptions, work: () => Promise<T>): Promise<T> {
  writeFileSync(file, stageFileContent(stage), { flag: "wx" });
  const remove = () => {
    rmSync(file, { force: true });
  };
  process.once("exit", remove);
  try {
    return await work();
  } finally {
    remove();
    process.off("exit", remove);
  }
}
