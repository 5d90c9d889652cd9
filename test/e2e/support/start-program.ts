import { npm } from "../../support/npm.ts";
import { AnyProgram } from "../../support/program.ts";
import type { SmallDisk } from "../../support/small-disk.ts";

const main = "infra/node/main.mjs";

/** `npm start` as a person runs it. */
export class StartProgram extends AnyProgram {
  /** The program itself. */
  static node(...argv: readonly string[]): StartProgram {
    return StartProgram.as(undefined, ...argv);
  }

  /** The program itself, run by the user with this id, or by the test's user if it is undefined. */
  static as(uid: number | undefined, ...argv: readonly string[]): StartProgram {
    return new StartProgram(process.execPath, [main, ...argv], uid === undefined ? {} : { uid, gid: uid });
  }

  /** The program itself, with these variables in addition to the test's. */
  static within(variables: Readonly<Record<string, string>>, ...argv: readonly string[]): StartProgram {
    return new StartProgram(process.execPath, [main, ...argv], { env: { ...process.env, ...variables } });
  }

  /** The program itself, in the process of a shell that ran `command`, such as `ulimit -n 40`. */
  static after(command: string, ...argv: readonly string[]): StartProgram {
    return new StartProgram("bash", ["-c", `${command}; exec "$0" "$@"`, process.execPath, main, ...argv]);
  }

  /** The program itself, with access to `disk`. */
  static on(disk: SmallDisk, ...argv: readonly string[]): StartProgram {
    const [command = "", ...rest] = [...disk.prefix, process.execPath, main, ...argv];
    return new StartProgram(command, rest, { env: { ...process.env, ...disk.env } });
  }

  /** Through npm, in its own process group, as a terminal or a service manager starts it. */
  static npm(...argv: readonly string[]): StartProgram {
    return StartProgram.npmIn(".", ...argv);
  }

  /** Through npm, in the folder of another checkout. */
  static npmIn(cwd: string, ...argv: readonly string[]): StartProgram {
    return new StartProgram(...npm("start", "--", ...argv), { detached: true, cwd });
  }
}
