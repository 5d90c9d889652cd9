import { createApiClient } from "../../../infra/api-client/create-api-client.ts";
import type { Session } from "../../../infra/cli/session.ts";
import { operatorKey } from "../api/api-fixture.ts";

type Parts = {
  readonly answer: (request: Request) => Promise<Response>;
  /** Gets each result, and its text if the command has one. */
  readonly result: (value: unknown, text: string | undefined) => void;
};

/** A session of an operator whose requests `answer` gets. */
export function aSession({ answer, result }: Parts, more: Partial<Session> = {}): Session {
  const url = "http://feedhook.test";
  const client = createApiClient({ url, key: operatorKey, fetch: answer });
  return {
    terminal: {
      result: (value, text) => {
        const said = text();
        result(value, typeof said === "string" ? said : undefined);
      },
      note: () => undefined,
      clear: () => undefined,
    },
    environment: {},
    api: () => client,
    url: () => url,
    ask: undefined,
    end: new AbortController().signal,
    ...more,
  };
}
