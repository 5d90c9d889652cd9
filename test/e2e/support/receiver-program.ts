import { AnyProgram } from "../../support/program.ts";

/** A receiver of docs/receivers as a separate process, on any free port. */
export class ReceiverProgram extends AnyProgram {
  constructor(command: string, argv: readonly string[], secret: string) {
    const env = { ...process.env, PORT: "0", WEBHOOK_SECRET: secret };
    // Its own group, because `go run` starts the receiver as another process.
    super(command, argv, { env, detached: true });
  }

  /** Its address, once it listens. */
  async url(): Promise<string> {
    const [, port] = await this.prints(/^Listening on (\d+)$/m, 240_000);
    return `http://127.0.0.1:${port}/hook`;
  }

  /** What it handled, in order. */
  get handled(): { type: string; id: string }[] {
    return [...this.output.matchAll(/^(\w+\.\w+) (evt_\w+)$/gm)].map(([, type = "", id = ""]) => ({ type, id }));
  }
}
