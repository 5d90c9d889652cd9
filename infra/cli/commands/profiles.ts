import { text } from "node:stream/consumers";
import type { Command } from "@commander-js/extra-typings";
import { parseInput } from "../../../shared/kernel/parse.ts";
import { UsageError } from "../cli-errors.ts";
import { command } from "../command.ts";
import { profilePath } from "../profiles/chosen-bridge.ts";
import { bridgeUrl, profileName, readProfiles, writeProfiles } from "../profiles/profile-file.ts";
import type { Session } from "../session.ts";
import { tableOf } from "../terminal/table.ts";

/** A key is never an argument, because other users can see arguments in the process list. */
export function addProfiles(program: Command, { terminal, environment }: Session): void {
  const path = profilePath(environment);
  const profiles = command(program, "profiles", "store URLs and keys under names");

  command(profiles, "list", "list the profiles, without their keys").action(() => {
    const { current, profiles: known } = readProfiles(path);
    const rows = Object.entries(known).map(([name, { url }]) => ({ name, url, isCurrent: name === current }));
    terminal.result(rows, () =>
      rows.length === 0
        ? "There are no profiles. Create one: feedhook profiles add NAME --url https://…"
        : tableOf(
            ["", "name", "url"],
            rows.map(({ name, url, isCurrent }) => [isCurrent ? "*" : "", name, url]),
          ),
    );
  });

  command(profiles, "add <name>", "store a URL and a key, which is read from standard input or FEEDHOOK_KEY")
    .requiredOption("--url <url>", "the bridge's URL")
    .action(async (name, { url }) => {
      const key = (process.stdin.isTTY ? undefined : (await text(process.stdin)).trim()) || environment["FEEDHOOK_KEY"];
      if (key === undefined || key === "") {
        throw new UsageError("the key is missing", `Pipe it in: feedhook profiles add ${name} --url ${url} < key-file`);
      }
      const known = readProfiles(path);
      const added = { [parseInput(profileName, name, "name")]: { url: parseInput(bridgeUrl, url, "--url"), key } };
      const content = { current: known.current ?? name, profiles: { ...known.profiles, ...added } };
      writeProfiles(path, content);
      terminal.result({ name, url, isCurrent: content.current === name }, () => `Stored profile ${name} in ${path}.`);
    });

  command(profiles, "use <name>", "make a profile the default").action((name) => {
    const known = readProfiles(path);
    if (known.profiles[name] === undefined) throw unknownProfile(name);
    writeProfiles(path, { ...known, current: name });
    terminal.result({ name, isCurrent: true }, () => `Profile ${name} is now the default.`);
  });

  command(profiles, "remove <name>", "remove a profile and its key").action((name) => {
    const { current, profiles: known } = readProfiles(path);
    if (known[name] === undefined) throw unknownProfile(name);
    const rest = Object.fromEntries(Object.entries(known).filter(([other]) => other !== name));
    writeProfiles(path, { ...(current === undefined || current === name ? {} : { current }), profiles: rest });
    terminal.result({ name, removed: true }, () => `Removed profile ${name}.`);
  });
}

const unknownProfile = (name: string) =>
  new UsageError(`there is no profile ${name}`, "List them with `feedhook profiles list`.");
