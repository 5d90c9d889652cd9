#!/usr/bin/env node
// The command of the package `feedhook`. It runs on the user's own Node, so that has to be new enough.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(`feedhook: Node 22.19 or newer is needed, and this is ${process.versions.node}.`);
  process.exitCode = 1;
} else {
  await import("../lib/cli.js");
}
