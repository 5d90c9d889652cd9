import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { emulatorEnvironment } from "./deploy-stacks.ts";
import { pythonProgram } from "./python-program.ts";
import { runProgram } from "./run-program.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/** For SQS, this version of the CLI prefers an AWS host to the endpoint in the environment. */
const withEndpoint = 'aws() { command aws --endpoint-url "$AWS_ENDPOINT_URL" "$@"; }';

/** Runs commands as in docs/deploy.md and docs/runbook.md: in a shell, with the AWS CLI on its path. */
export class OperatorShell {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #folder: string;

  private constructor(environment: NodeJS.ProcessEnv, folder: string) {
    this.#environment = environment;
    this.#folder = folder;
  }

  static async open(endpoint: string, operatorKey: string): Promise<OperatorShell> {
    const aws = await pythonProgram("awscli", "1.45.11", "aws");
    const given = emulatorEnvironment(endpoint);
    // The project's Node, and the tested version of the CLI.
    const path = [dirname(aws), dirname(process.execPath), given["PATH"]].join(delimiter);
    // The emulator serves the API under a host name that no resolver knows, so curl gets another address to connect to.
    const folder = mkdtempSync(join(tmpdir(), "feedhook-shell-"));
    const { hostname, port } = new URL(endpoint);
    writeFileSync(join(folder, ".curlrc"), `connect-to = "::${hostname}:${port}"\n`);
    const environment = { ...given, PATH: path, OPERATOR_KEY: operatorKey, CURL_HOME: folder };
    return new OperatorShell(environment, folder);
  }

  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The command's output; an Error with it if the command fails. */
  run(command: string): Promise<string> {
    return runProgram("bash", ["-euo", "pipefail", "-c", `${withEndpoint}; ${command}`], {
      cwd: repository,
      env: this.#environment,
    });
  }

  /** A runbook command, which its first lines define. */
  runbook(command: string): Promise<string> {
    return this.run(`. infra/aws/commands/runbook.sh prod; ${command}`);
  }
}
