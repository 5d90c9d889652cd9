import { delimiter, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { credentials } from "./deploy-stacks.ts";
import { pythonProgram } from "./python-program.ts";
import { runProgram } from "./run-program.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/** Runs commands as docs/deploy.md and docs/runbook.md give them: in a shell, with the AWS CLI on its path. */
export class OperatorShell {
  readonly #environment: NodeJS.ProcessEnv;

  private constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment;
  }

  static async open(endpoint: string, operatorKey: string): Promise<OperatorShell> {
    const aws = await pythonProgram("awscli", "1.45.11", "aws");
    const given = credentials(endpoint);
    // The project's Node, and the CLI of the version that this was tried with.
    const path = [dirname(aws), dirname(process.execPath), given["PATH"]].join(delimiter);
    return new OperatorShell({ ...given, PATH: path, OPERATOR_KEY: operatorKey });
  }

  /** What the command printed; an Error with it where it fails. */
  run(command: string): Promise<string> {
    return runProgram("bash", ["-euo", "pipefail", "-c", command], { cwd: repository, env: this.#environment });
  }

  /** A command of the runbook, which its first lines make. */
  runbook(command: string): Promise<string> {
    return this.run(`. infra/aws/commands/runbook.sh emulator; ${command}`);
  }
}
