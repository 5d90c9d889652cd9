import { afterAll, beforeAll, expect } from "vitest";
import { requestApi } from "../../../infra/node/request-api.ts";
import { folderOfFile } from "../../support/temporary-folder.ts";
import { CliProgram, type CliResult } from "./cli-program.ts";
import { StartProgram } from "./start-program.ts";

export const operatorKey = "426f2bb0a2dde5c315879131e2ae7efdd4f8b4979f160e9fccccccb7d71cad83";

/** A bridge with its sandbox for a file's tests, like `npm start`, and the `feedhook` command with its own home. */
export class CliGround {
  readonly home = folderOfFile();
  readonly bridge = StartProgram.node("--port", "0", "--operator-key", operatorKey);
  url = "";

  /** The file's tests begin once the first event was delivered. */
  constructor() {
    beforeAll(async () => {
      [, this.url = ""] = await this.bridge.prints(/^API +(http:\S+)\/v1$/m);
      await this.bridge.prints(/^✓ .+/m);
    });
    afterAll(async () => {
      await this.bridge.interrupt();
    });
  }

  get environment(): Readonly<Record<string, string>> {
    return { HOME: this.home, FEEDHOOK_URL: this.url, FEEDHOOK_KEY: operatorKey };
  }

  start(...argv: readonly string[]): CliProgram {
    return new CliProgram(this.environment, argv);
  }

  run(...argv: readonly string[]): Promise<CliResult> {
    return this.start(...argv).ended;
  }

  /** The command's output with `--json`. */
  async json(...argv: readonly string[]) {
    const { stdout, stderr, code } = await this.run(...argv, "--json");
    expect([code, stderr]).toEqual([0, ""]);
    return JSON.parse(stdout);
  }

  api(method: string, path: string, body?: unknown): Promise<unknown> {
    return requestApi(this.url, operatorKey, method, path, body);
  }
}
