import type { Sandbox } from "../../infra/sandbox/start-sandbox.ts";
import type { SourceHttp } from "../../shared/source/source-http.ts";

/** The sandbox as the bridge's source, without a port: both sides live on the simulation's clock. */
export function sandboxHttp(
  sandbox: Sandbox,
  seen: (path: string, headers: Readonly<Record<string, string>>) => void,
  heard: (path: string, status: number, body: string) => void = () => undefined,
): SourceHttp {
  return {
    async send({ method, path, headers, body }) {
      seen(path, headers);
      const answer = await sandbox.app.request(path, { method, headers, ...(body !== undefined && { body }) });
      const text = await answer.text();
      heard(path, answer.status, text);
      return {
        outcome: "answer",
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: text,
      };
    },
  };
}
