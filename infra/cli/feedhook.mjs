#!/usr/bin/env node
// The command `feedhook`. It runs the sources directly, which requires Node 24. On an older version, it uses the
// project's own Node, which `npm ci` installs.
import { spawn } from "node:child_process";
import module, { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const main = new URL("./main.ts", import.meta.url);
if (Number(process.versions.node.split(".")[0]) >= 24) {
  // Without this cache, Node compiles every source at each start, which takes longer than most commands. The folder is
  // the user's own, because anyone who can write to it decides what the command does.
  // The programs that the command starts also read the variable.
  process.env.NODE_COMPILE_CACHE ||= join(
    process.env.XDG_CACHE_HOME || join(homedir(), ".cache"),
    "feedhook",
    "compiled",
  );
  module.enableCompileCache();
  await import(main.href);
} else {
  const directory = dirname(createRequire(import.meta.url).resolve("node/package.json"));
  const node = join(directory, "bin", process.platform === "win32" ? "node.exe" : "node");
  const child = spawn(node, [fileURLToPath(main), ...process.argv.slice(2)], { stdio: "inherit" });
  // Ctrl-C reaches both processes. On Windows, so does closing the window. This process waits for the child, which may
  // have to clean up.
  process.on("SIGINT", () => {});
  for (const signal of ["SIGTERM", "SIGHUP"])
    process.on(signal, () => process.platform === "win32" || child.kill(signal));
  child.on("error", (error) => {
    console.error(`feedhook: the project's Node can't be started (${error.message}): run npm ci`);
    process.exitCode = 1;
  });
  child.on("close", (code) => {
    process.exitCode = code ?? 1;
  });
}
