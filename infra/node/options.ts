import { readFileSync } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";
import * as z from "zod";
import { InvalidInputError } from "../../shared/kernel/errors.ts";
import { parseInput, parseJson } from "../../shared/kernel/parse.ts";
import { timings } from "../../shared/kernel/timings.ts";
import { instanceName } from "../../shared/source/instance.ts";

const instanceOptions = z.strictObject({
  name: instanceName,
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  requestsPerSecond: z.number().positive().optional(),
  rooms: z.array(z.string().min(1)).optional(),
});
export type InstanceOptions = z.infer<typeof instanceOptions>;

const options = z.strictObject({
  /** Address of the Partner API; without it the demo starts with a sandbox. */
  partnerUrl: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  instance: instanceName.optional(),
  clientId: z.string().min(1).optional(),
  clientSecret: z.string().min(1).optional(),
  instances: z.array(instanceOptions).optional(),
  port: z.int().min(0).max(65_535).default(4400),
  dataDir: z.string().min(1).optional(),
  operatorKey: z.string().min(16, "at least 16 characters").optional(),
  /** The wheels' tick in ms. */
  tick: z.int().min(50).optional(),
  allowInsecureEndpoints: z.boolean().default(false),
  log: z.enum(["pretty", "json"]).default("pretty"),
  timings: timings.partial().optional(),
});

export type Options = Omit<z.output<typeof options>, "instance" | "clientId" | "clientSecret" | "instances"> & {
  readonly instances: readonly InstanceOptions[];
};

/** Flag by flag: its key in the config file, and what it does. `--help` is made of it. */
const flags = {
  "partner-url": {
    key: "partnerUrl",
    value: "URL",
    help: "the Partner API to poll; without it a sandbox and a demo start",
  },
  instance: { key: "instance", value: "NAME", help: "the customer instance to poll" },
  "client-id": { key: "clientId", value: "ID", help: "its credential" },
  "client-secret": {
    key: "clientSecret",
    value: "SECRET",
    help: "its credential's secret (better in the config file)",
  },
  port: { key: "port", value: "4400", help: "where the API and the portal listen, on 127.0.0.1" },
  "data-dir": {
    key: "dataDir",
    value: "DIR",
    help: "where everything is kept (default .feedhook; the demo: a temporary one)",
  },
  "operator-key": {
    key: "operatorKey",
    value: "KEY",
    help: "the operator's API key (default: made once, kept in the data dir)",
  },
  tick: { key: "tick", value: "MS", help: "how often due feeds are looked for (default 15000; the demo: 1000)" },
  log: { key: "log", value: "pretty|json", help: "how to log" },
} as const;

export const usage = [
  "npm start -- [options]      the same keys, in camelCase, go into the --config file",
  "",
  ...Object.entries(flags).map(([flag, { value, help }]) => `  ${`--${flag} ${value}`.padEnd(28)}${help}`),
  `  ${"--allow-insecure-endpoints".padEnd(28)}lets webhooks go to http and private addresses: local work only`,
  `  ${"--config FILE".padEnd(28)}JSON; also takes instances: [{name, clientId, clientSecret, requestsPerSecond, rooms}]`,
  `  ${"".padEnd(28)}and timings: {…} (docs/single-node.md)`,
  `  ${"--help".padEnd(28)}this text`,
].join("\n");

/** Reads flags over the config file. Throws InvalidInputError, which names the flag or key and never repeats a value. */
export function readOptions(argv: readonly string[]): Options | "help" {
  const given = readFlags(argv);
  if (given["help"] === true) return "help";
  const file = typeof given["config"] === "string" ? readConfigFile(given["config"]) : {};
  const fromFlags: Record<string, unknown> = {};
  for (const [flag, { key }] of Object.entries(flags)) {
    const value = given[flag];
    if (value !== undefined) fromFlags[key] = key === "port" || key === "tick" ? Number(value) : value;
  }
  if (given["allow-insecure-endpoints"] === true) fromFlags["allowInsecureEndpoints"] = true;
  return withInstances(parseInput(options, { ...file, ...fromFlags }, "options"));
}

/** Strict parsing would repeat what it was given, and that may be a secret; so each word is judged here. */
function readFlags(argv: readonly string[]): Record<string, string | boolean | undefined> {
  const strings = Object.fromEntries(Object.keys(flags).map((flag) => [flag, { type: "string" as const }]));
  const known: NonNullable<ParseArgsConfig["options"]> = {
    ...strings,
    config: { type: "string" },
    "allow-insecure-endpoints": { type: "boolean" },
    help: { type: "boolean", short: "h" },
  };
  const { values, tokens } = parseArgs({ args: [...argv], options: known, strict: false, tokens: true });
  const wrong = tokens.flatMap((token) => {
    if (token.kind === "positional") return { path: "", message: "a word that belongs to no flag; see --help" };
    if (token.kind !== "option") return [];
    const path = token.rawName;
    const type = known[token.name]?.type;
    if (type === undefined) return { path, message: "not a flag; see --help" };
    if (type === "boolean") return token.value === undefined ? [] : { path, message: "takes no value" };
    // A value may begin with one dash, as secrets do; two are rather the next flag.
    const isMissing = token.value === undefined || (!token.inlineValue && token.value.startsWith("--"));
    return isMissing ? { path, message: "needs a value" } : [];
  });
  if (wrong.length > 0) throw new InvalidInputError("options", wrong);
  return values;
}

function readConfigFile(path: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    throw new InvalidInputError("options", [{ path: "--config", message: `${path} can't be read` }]);
  }
  return parseJson(z.record(z.string(), z.unknown()), text, `config file ${path}`);
}

function withInstances({
  instance,
  clientId,
  clientSecret,
  instances = [],
  ...rest
}: z.output<typeof options>): Options {
  const single = { instance, clientId, clientSecret };
  const missing = Object.entries(single).filter(([, value]) => value === undefined);
  const issue = (path: string, message: string) => new InvalidInputError("options", [{ path, message }]);
  const [firstMissing] = missing;
  if (firstMissing !== undefined && missing.length < 3)
    throw issue(firstMissing[0], "instance, clientId and clientSecret go together");
  if (rest.partnerUrl === undefined && (missing.length < 3 || instances.length > 0)) {
    throw issue("partnerUrl", "an instance needs the address it is polled at");
  }
  const all =
    instance === undefined || clientId === undefined || clientSecret === undefined
      ? instances
      : [...instances, { name: instance, clientId, clientSecret }];
  const names = all.map(({ name }) => name);
  if (new Set(names).size < names.length) throw issue("instances", "two entries have the same name");
  return { ...rest, instances: all };
}
