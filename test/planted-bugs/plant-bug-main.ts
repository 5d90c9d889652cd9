import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { textWithBug } from "./with-bug.ts";

// `node --import` plants the bug in FEEDHOOK_PLANTED_BUG while Node loads the sources.
const name = process.env["FEEDHOOK_PLANTED_BUG"];
if (name !== undefined) {
  const { path, text } = textWithBug(name);
  const { href } = pathToFileURL(path);
  registerHooks({
    load: (url, context, nextLoad) =>
      url === href ? { format: "module-typescript", source: text, shortCircuit: true } : nextLoad(url, context),
  });
}
