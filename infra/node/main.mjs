// The bridge on one machine, from the sources. Node would compile all of them at each start, twice, because the API's
// thread compiles its own copy. The cache saves a third of a start's CPU time.
import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

// The folder is the user's own, because anyone who can write to it controls what the bridge does. A folder that can't
// be written is ignored. Threads read the variable; enableCompileCache alone would reach only this thread.
process.env.NODE_COMPILE_CACHE ||= join(
  process.env.XDG_CACHE_HOME || join(homedir(), ".cache"),
  "feedhook",
  "compiled",
);
module.enableCompileCache();
await import("./start.ts");
