import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { requestApi } from "../../../infra/node/request-api.ts";
import { closeServer, listenLocally } from "../../support/local-server.ts";
import type { StartProgram } from "./start-program.ts";

/** Kills the program when the running test ends, in any way. */
export function endedWithTest(program: StartProgram): StartProgram {
  onTestFinished(() => program.kill());
  return program;
}

/** An empty directory that is removed when the running test ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "feedhook-test-"));
  onTestFinished(() => {
    // On Windows, files of a program that was just killed may still be open.
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  });
  return directory;
}

/** Serves HTTP on this machine until the running test ends. Resolves with the address. */
export async function serveForTest(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => closeServer(server));
  return listenLocally(server);
}

/**
 * Calls a program's management API once it has printed its address, within `patience` ms. Rejects without a 2xx
 * response.
 */
export async function apiOf(program: StartProgram, key: string, patience = 120_000) {
  const [, url = ""] = await program.prints(/^API +(http:\S+)\/v1$/gm, patience);
  return async <T>(method: string, path: string, body?: unknown) =>
    (await requestApi(url, key, method, path, body)) as T;
}
