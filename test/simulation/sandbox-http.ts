import type { Sandbox } from "../../infra/sandbox/start-sandbox.ts";
import type { SourceHttp } from "../../shared/source/source-http.ts";

/** The sandbox as the bridge's source, without a port. Both use the simulation's clock. */
export function sandboxHttp(
  sandbox: Sandbox,
  seen: (path: string, headers: Readonly<Record<string, string>>) => void,
  heard: (path: string, status: number, body: string) => void = () => undefined,
): SourceHttp {
  return {
    async send({ method, path, headers, body }) {
      seen(path, headers);
      const init = { method, headers, ...(body !== undefined && { body }) };
      // There is no connection. With `{}`, the sandbox breaks the body when it resets.
      const answer = await sandbox.app.request(path, init, {});
      const text = await answer.text().catch(() => undefined);
      if (text === undefined) return { outcome: "failed", reason: "transport", detail: "ECONNRESET" };
      heard(path, answer.status, text);
      return {
        outcome: "answered",
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: text,
      };
    },
  };
}
