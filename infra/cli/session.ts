import type { ApiClient } from "../api-client/create-api-client.ts";
import type { Terminal } from "./terminal/terminal.ts";

/**
 * What every command works with. The connection is resolved when a command needs it, because `--help` and `verify` need
 * none.
 */
export type Session = {
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Throws UnauthorizedError without a key, and UsageError for an unknown profile. */
  api(): ApiClient;
  /** The bridge's URL. */
  url(): string;
  /** The profile that `--profile` names. */
  profile(): string | undefined;
  /** Aborted by Ctrl-C or a request to stop; running work finishes. */
  readonly end: AbortSignal;
};
