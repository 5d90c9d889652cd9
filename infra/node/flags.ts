import { Command, CommanderError, InvalidArgumentError } from "@commander-js/extra-typings";
import { InvalidInputError } from "../../shared/kernel/errors.ts";

/** Text that isn't a number stays text, so that the error says what was expected. */
const numberOr = (text: string): string | number => (/^-?\d+$/.test(text) ? Number(text) : text);

/** The config file takes the same keys, in camelCase. `valueOf` checks a flag's value. */
const flags = (valueOf: (text: string) => string) =>
  new Command("npm start --")
    .usage("[options]      the --config file takes the same options, in camelCase")
    .option("--partner-url <URL>", "the Partner API to poll; without it, a demo with a sandbox starts", valueOf)
    .option("--instance <NAME>", "the customer instance to poll", valueOf)
    .option("--client-id <ID>", "the ID of the instance's credentials", valueOf)
    .option("--client-secret <SECRET>", "the secret of the instance's credentials (safer in the config file)", valueOf)
    .option("--port <4400>", "the port of the API and the portal, on 127.0.0.1", (text) => numberOr(valueOf(text)))
    .option("--data-dir <DIR>", "the directory for all data (default .feedhook; the demo: a temporary one)", valueOf)
    .option(
      "--operator-key <KEY>",
      "the operator's API key (default: generated once and stored in the data directory)",
      valueOf,
    )
    .option("--tick <MS>", "milliseconds between checks for due feeds (default 15000; the demo: 1000)", (text) =>
      numberOr(valueOf(text)),
    )
    .option("--log <pretty|json>", "the log format", valueOf)
    .option("--allow-insecure-endpoints", "allow webhooks to http and private URLs, for local development only")
    .option(
      "--config <FILE>",
      "JSON; also takes instances: [{name, clientId, clientSecret, requestsPerSecond, rooms}] and timings: {…} (docs/single-node.md)",
      valueOf,
    )
    .helpOption(false)
    .option("-h, --help", "show this help")
    .configureHelp({ helpWidth: 120 })
    // Commander's errors may repeat arguments, which may be secrets.
    .configureOutput({ outputError: () => undefined })
    .exitOverride();

const environmentHelp = `
Secrets can be set in FEEDHOOK_OPERATOR_KEY, FEEDHOOK_CLIENT_SECRET and FEEDHOOK_CLIENT_SECRET_<INSTANCE>. A name with
_FILE appended takes the path of a file that contains the secret. The config file also takes smtp: {…} for alerts by
email, and signIn: {…} for single sign-on.`;

export const usage = (): string => flags((value) => value).helpInformation() + environmentHelp;

/** Throws {@link InvalidInputError}, which names the flag and never a value. */
export function readFlags(argv: readonly string[]) {
  const program = flags((text) => {
    // A value may begin with one dash, as some secrets do. Two dashes more likely begin the next flag.
    if (!text.startsWith("--") || argv.some((word) => word.endsWith(`=${text}`))) return text;
    throw new InvalidArgumentError("");
  });
  try {
    return program.parse(argv, { from: "user" }).opts();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const known = program.options.map(({ long }) => long?.slice(2) ?? "");
    throw new InvalidInputError("options", [wrongFlag(error, known)]);
  }
}

/** Keeps only the flag's name, because the rest of the message may contain a secret. */
function wrongFlag({ code, message }: CommanderError, known: readonly string[]) {
  const [, path = ""] = /'(--[^'= ]*|-.)/.exec(message) ?? [];
  const name = path.replace(/^-+/, "");
  if (code === "commander.excessArguments") {
    return { path: "", message: "there is an argument without a flag; see --help" };
  }
  if (code !== "commander.unknownOption") return { path, message: "needs a value" };
  if (known.includes(name)) return { path, message: "takes no value" };
  const similar = didYouMean(name, known);
  return { path, message: `not a flag${similar === "" ? "; see --help" : similar}` };
}

/** `; did you mean "walkPeriod"?` if a known name is close; an empty text if none is. */
export function didYouMean(given: string, known: readonly string[]): string {
  const normal = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, "");
  const distances = known.map((name) => ({ name, distance: editDistance(normal(given), normal(name)) }));
  const [closest] = distances.sort((one, other) => one.distance - other.distance);
  const isClose = closest !== undefined && closest.distance <= Math.max(1, Math.floor(given.length / 3));
  return isClose ? `; did you mean "${closest.name}"?` : "";
}

/** Levenshtein distance. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1];
    for (const [position, against] of Array.from(other).entries()) {
      const changed = (row[position] ?? 0) + (letter === against ? 0 : 1);
      next.push(Math.min(changed, (row[position + 1] ?? 0) + 1, (next[position] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
