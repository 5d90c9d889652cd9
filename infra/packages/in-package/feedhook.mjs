#!/usr/bin/env node
// The command of the package `feedhook`. It checks that the user's Node is recent enough.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(`feedhook: Node 22.19 or later is required, but this is ${process.versions.node}.`);
  process.exitCode = 1;
} else {
  await import("../lib/cli.js");
}
