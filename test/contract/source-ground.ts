import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { UndiciSourceHttp } from "../../shared/adapters/http/source-http.ts";

/** A source that responds with `listener`, and a client of it, until the test ends. */
export async function serve(
  listener: RequestListener,
  options: { timeout?: number; maxBody?: number; path?: string; connections?: number; now?: () => number } = {},
) {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}${options.path ?? ""}`;
  const http = new UndiciSourceHttp({ timeout: 5_000, ...options, baseUrl });
  onTestFinished(async () => {
    await http.close();
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  return { http, port };
}

export const get = (path = "/x") => ({ method: "GET" as const, path, headers: { accept: "application/json" } });
