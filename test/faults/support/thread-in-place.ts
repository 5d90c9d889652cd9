import { EventEmitter } from "node:events";
import { syncBuiltinESMExports } from "node:module";
import threads from "node:worker_threads";

/** The thread of the API as its host sees it: it listens at once, and ends when it is asked to. */
class Listening extends EventEmitter {
  constructor() {
    super();
    setImmediate(() => this.emit("message", { kind: "listening", port: 1 }));
  }

  postMessage(): void {
    setImmediate(() => this.emit("exit", 0));
  }
}

/** Puts {@link Listening} in the place of each new thread, which takes half a second and has tests of its own; returns what ends that. */
export function threadInPlace(): () => void {
  const { Worker } = threads;
  const put = (thread: unknown) => {
    Object.assign(threads, { Worker: thread });
    syncBuiltinESMExports();
  };
  put(Listening);
  return () => {
    put(Worker);
  };
}
