// The bridge on one machine, from the sources. Node would compile all of them at each start, twice, because the API's
// thread is an engine of its own. The cache takes a third off the CPU time of a start.
import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

// The folder is the user's own, because anyone who can write to it decides what the bridge does. A folder that can't be
// written is ignored. Threads read the variable; enableCompileCache alone would reach only this one.
process.env.NODE_COMPILE_CACHE ||= join(
  process.env.XDG_CACHE_HOME || join(homedir(), ".cache"),
  "feedhook",
  "compiled",
);
module.enableCompileCache();
await import("./start.ts");
