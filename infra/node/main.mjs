// Starts the bridge on one machine from the sources. Without a cache, Node would compile all of them twice at each
// start, because the API's thread compiles its own copy. The cache saves a third of a start's CPU time.
import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

// The cache's folder is the user's own, because anyone who can write to it controls what the bridge does. Node ignores
// a folder that it can't write to. Threads read the variable; enableCompileCache alone would reach only this thread.
process.env.NODE_COMPILE_CACHE ||= join(
  process.env.XDG_CACHE_HOME || join(homedir(), ".cache"),
  "feedhook",
  "compiled",
);
module.enableCompileCache();
await import("./start.ts");
