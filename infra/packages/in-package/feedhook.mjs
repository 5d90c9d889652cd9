#!/usr/bin/env node
// Checks first that the user's Node is recent enough.
import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(`feedhook: Node 22.19 or later is required, but this is ${process.versions.node}.`);
  process.exitCode = 1;
} else {
  // Caches compiled code, for the reasons in infra/cli/feedhook.mjs.
  process.env.NODE_COMPILE_CACHE ||= join(
    process.env.XDG_CACHE_HOME || join(homedir(), ".cache"),
    "feedhook",
    "compiled",
  );
  module.enableCompileCache();
  await import("../lib/cli.js");
}
