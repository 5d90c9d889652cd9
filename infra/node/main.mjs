// Starts the bridge on one machine from the sources. Without a cache, Node would compile all of them twice at each
// start, because the background thread compiles its own copy. The cache saves a third of a start's CPU time.
import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

// By default, glibc gives most threads their own pool of memory, and the pools keep 30 MB that V8's compilers no longer
// use. glibc reads this variable only when a program starts, so the program replaces itself. Its process id stays.
if (process.platform === "linux" && process.env.MALLOC_ARENA_MAX === undefined) {
  const argv = [process.argv0, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, argv, { ...process.env, MALLOC_ARENA_MAX: "1" });
}

// The cache's folder is the user's own, because anyone who can write to it controls what the bridge does. Node ignores
// a folder that it can't write to. Threads read the variable; enableCompileCache alone would reach only this thread.
process.env.NODE_COMPILE_CACHE ||= join(
  process.env.XDG_CACHE_HOME || join(homedir(), ".cache"),
  "feedhook",
  "compiled",
);
module.enableCompileCache();
await import("./start.ts");
