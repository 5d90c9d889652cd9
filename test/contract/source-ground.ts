import type { RequestListener } from "node:http";
import { onTestFinished } from "vitest";
import { UndiciSourceHttp } from "../../shared/adapters/http/source-http.ts";
import { serveForTest } from "../e2e/support/test-scope.ts";

/** A source that responds with `listener`, and a client of it, until the test ends. */
export async function serve(
  listener: RequestListener,
  options: { timeout?: number; maxBody?: number; path?: string; connections?: number; now?: () => number } = {},
) {
  const address = await serveForTest(listener);
  const http = new UndiciSourceHttp({ timeout: 5_000, ...options, baseUrl: `${address}${options.path ?? ""}` });
  onTestFinished(() => http.close());
  return { http, port: new URL(address).port };
}

export const get = (path = "/x") => ({ method: "GET" as const, path, headers: { accept: "application/json" } });
