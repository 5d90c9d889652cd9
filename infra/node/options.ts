import { readFileSync, statSync } from "node:fs";
import * as z from "zod";
import { trustedProxies } from "../../functions/runtime/trusted-proxies.ts";
import { defined } from "../../shared/kernel/defined.ts";
import { InvalidInputError } from "../../shared/kernel/errors.ts";
import { parseInput, parseJson } from "../../shared/kernel/parse.ts";
import { timings } from "../../shared/kernel/timings.ts";
import { tracingOptions } from "../../shared/kernel/tracing-options.ts";
import { isStrongKey, weakKey } from "../../shared/partners/key-strength.ts";
import { isSafeAddress, signInOptions } from "../../shared/partners/sign-in.ts";
import { instanceName } from "../../shared/source/instance.ts";
import { didYouMean, readFlags } from "./flags.ts";
import {
  type Environment,
  instanceSecretName,
  secretFromEnvironment,
  secretFromFile,
  strongPassphrase,
} from "./secrets-from-environment.ts";

const text = z.string().min(1);
const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));

const instanceOptions = z.strictObject({
  name: instanceName,
  clientId: text,
  clientSecret: text,
  requestsPerSecond: z.number().positive().optional(),
  rooms: z.array(text).optional(),
});
export type InstanceOptions = z.infer<typeof instanceOptions>;

/** The client secret may be in a separate file or in the environment instead. */
const instanceInFile = instanceOptions.extend({ clientSecret: text.optional(), clientSecretFile: text.optional() });

/** For alerts by email. The password isn't among these keys, because it is in the environment or a file. */
const smtpInFile = z.strictObject({
  host: text,
  port: z.int().min(1).max(65_535).default(587),
  /** If true, uses TLS from the first byte, as on port 465. If false, requires STARTTLS, unless `insecure` is set. */
  secure: z.boolean().default(false),
  /** Sends without TLS, which is safe only for a relay on this machine. */
  insecure: z.boolean().default(false),
  user: text.optional(),
  from: z.email(),
  passwordFile: text.optional(),
});
const signInFile = signInOptions.extend({ clientSecretFile: text.optional() });

const options = z.strictObject({
  /** Without it, the demo starts with a sandbox. */
  partnerUrl: address.optional(),
  instance: instanceName.optional(),
  clientId: text.optional(),
  clientSecret: text.optional(),
  instances: z.array(instanceOptions).optional(),
  port: z.int().min(0).max(65_535).default(4400),
  dataDir: text.optional(),
  operatorKey: z.string().refine(isStrongKey, weakKey).optional(),
  /** In ms. */
  tick: z.int().min(50).optional(),
  /** The default is true only in the demo, whose sample subscriber listens on 127.0.0.1. */
  allowInsecureEndpoints: z.boolean().optional(),
  log: z.enum(["pretty", "json"]).default("pretty"),
  /** The lowest level that is logged, by area: the word before the dot of a log line's event. */
  logLevels: z.record(z.string(), z.enum(["info", "warn", "error", "off"])).optional(),
  /** One in this many info lines of an event is logged. */
  logSample: z.record(z.string(), z.int().min(1)).optional(),
  timings: timings.partial().optional(),
  tracing: tracingOptions.optional(),
  backup: z
    .strictObject({
      directory: text,
      everyHours: z
        .number()
        .positive()
        .max(24 * 7)
        .default(24),
      keep: z.int().min(1).default(7),
    })
    .optional(),
  backupPassphrase: strongPassphrase.optional(),
  smtp: smtpInFile.omit({ passwordFile: true }).strip().optional(),
  smtpPassword: text.optional(),
  /** For operators, with OpenID Connect. */
  signIn: signInFile.omit({ clientSecretFile: true }).strip().optional(),
  signInSecret: text.optional(),
  /** The public address, for links to the portal. */
  portalUrl: address.optional(),
  /** The AWS principal of this machine's credentials, which assumes partners' roles. Enables destinations in AWS. */
  awsPrincipal: z
    .string()
    .regex(
      /^arn:aws[a-z-]*:iam::\d{12}:(root|(user|role)\/[\w+=,.@/-]{1,512})$/,
      "must be an ARN such as arn:aws:iam::123456789012:user/feedhook",
    )
    .optional(),
  /** Addresses and ranges of the proxies in front of the API, whose `X-Forwarded-For` is trusted. */
  trustedProxies: z
    .array(
      z
        .string()
        .refine((range) => trustedProxies([range]) !== undefined, "must be an address, or a range such as 10.0.0.0/8"),
    )
    .max(100)
    .optional(),
});

/** The top-level keys have no defaults, because those apply only after the flags and the environment are added. */
const configFile = options
  .omit({ smtpPassword: true, signInSecret: true })
  .partial()
  .extend({
    port: z.int().min(0).max(65_535).optional(),
    log: z.enum(["pretty", "json"]).optional(),
    clientSecretFile: text.optional(),
    operatorKeyFile: text.optional(),
    smtp: smtpInFile.optional(),
    signIn: signInFile.optional(),
    instances: z.array(instanceInFile).optional(),
  });

export type Options = Omit<z.output<typeof options>, "instance" | "clientId" | "clientSecret" | "instances"> & {
  readonly allowInsecureEndpoints: boolean;
  readonly instances: readonly InstanceOptions[];
  /** The config file's path, if other users of the machine can read the file. */
  readonly exposedFile?: string;
};

/**
 * Flags override the environment, which overrides the config file. Throws {@link InvalidInputError}, which names the
 * flag, variable or key and its file, and never a value.
 */
export function readOptions(argv: readonly string[], env: Environment = process.env): Options | "help" {
  const { help = false, config: path, ...given } = readFlags(argv);
  if (help) return "help";
  const file = path === undefined ? {} : withSecrets(readConfigFile(path), env);
  const fromEnvironment = defined({
    operatorKey: secretFromEnvironment(env, "FEEDHOOK_OPERATOR_KEY"),
    clientSecret: secretFromEnvironment(env, "FEEDHOOK_CLIENT_SECRET"),
    backupPassphrase: secretFromEnvironment(env, "FEEDHOOK_BACKUP_PASSPHRASE"),
    smtpPassword: secretFromEnvironment(env, "FEEDHOOK_SMTP_PASSWORD"),
    signInSecret: secretFromEnvironment(env, "FEEDHOOK_SIGN_IN_SECRET"),
  });
  const read = withInstances(parseInput(options, { ...file, ...fromEnvironment, ...given }, "options"));
  return path !== undefined && isExposed(path) ? { ...read, exposedFile: path } : read;
}

/** Windows has no such modes. */
function isExposed(path: string): boolean {
  return process.platform !== "win32" && (statSync(path).mode & 0o044) !== 0;
}

type ConfigFile = z.output<typeof configFile>;

function readConfigFile(path: string): ConfigFile {
  let text: string;
  try {
    // Some editors on Windows begin a file with a byte order mark.
    text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch {
    throw new InvalidInputError("options", [{ path: "--config", message: `${path} can't be read` }]);
  }
  const what = `config file ${path}`;
  const content = parseJson(z.record(z.string(), z.unknown()), text, what);
  const wrong = [
    ...unknownKeys("", content, configFile),
    ...unknownKeys("timings", content["timings"], timings),
    ...unknownKeys("tracing", content["tracing"], tracingOptions),
    ...unknownKeys("smtp", content["smtp"], smtpInFile),
    ...unknownKeys("signIn", content["signIn"], signInFile),
    ...(Array.isArray(content["instances"]) ? content["instances"] : []).flatMap((one: unknown, at) =>
      unknownKeys(`instances.${at}`, one, instanceInFile),
    ),
  ];
  if (wrong.length > 0) throw new InvalidInputError(what, wrong);
  return parseInput(configFile, content, what);
}

function unknownKeys(path: string, value: unknown, { shape }: { readonly shape: object }) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const known = Object.keys(shape);
  const unknown = Object.keys(value).filter((key) => !known.includes(key));
  return unknown.map((key) => ({ path, message: `"${key}" is not a key${didYouMean(key, known)}` }));
}

function withSecrets({ clientSecretFile, operatorKeyFile, instances, ...rest }: ConfigFile, env: Environment) {
  const named = (path: string | undefined, from: string, key: string) =>
    path === undefined ? {} : { [key]: secretFromFile(path, from) };
  return {
    ...rest,
    ...named(clientSecretFile, "clientSecretFile", "clientSecret"),
    ...named(operatorKeyFile, "operatorKeyFile", "operatorKey"),
    ...named(rest.smtp?.passwordFile, "smtp.passwordFile", "smtpPassword"),
    ...named(rest.signIn?.clientSecretFile, "signIn.clientSecretFile", "signInSecret"),
    ...(instances !== undefined && {
      instances: instances.map(({ clientSecretFile: path, clientSecret: inFile, ...one }, at) => {
        const variable = instanceSecretName(one.name);
        const own = path === undefined ? inFile : secretFromFile(path, `instances.${at}.clientSecretFile`);
        const clientSecret = secretFromEnvironment(env, variable) ?? own;
        if (clientSecret !== undefined) return { ...one, clientSecret };
        const message = `is missing: set it here, in clientSecretFile, or in the variable ${variable}`;
        throw new InvalidInputError("options", [{ path: `instances.${at}.clientSecret`, message }]);
      }),
    }),
  };
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
    throw issue(firstMissing[0], "instance, clientId and clientSecret must be set together");
  if (rest.partnerUrl === undefined && (missing.length < 3 || instances.length > 0)) {
    throw issue("partnerUrl", "is required for an instance");
  }
  const all =
    instance === undefined || clientId === undefined || clientSecret === undefined
      ? instances
      : [...instances, { name: instance, clientId, clientSecret }];
  if (rest.backup !== undefined && rest.backupPassphrase === undefined) {
    throw issue("backup", "needs a passphrase: set FEEDHOOK_BACKUP_PASSPHRASE, or FEEDHOOK_BACKUP_PASSPHRASE_FILE");
  }
  const { smtp, smtpPassword, signIn, signInSecret, portalUrl } = rest;
  if ((smtp?.user === undefined) !== (smtpPassword === undefined)) {
    const places = "FEEDHOOK_SMTP_PASSWORD, FEEDHOOK_SMTP_PASSWORD_FILE, or smtp.passwordFile";
    throw issue("smtp.user", `must be set together with a password: set ${places}`);
  }
  if (signIn === undefined && signInSecret !== undefined)
    throw issue("signIn", "is missing, but its client secret is set");
  if (signIn !== undefined && portalUrl === undefined)
    throw issue("portalUrl", "is required for signIn, which sends people back to this address");
  if (signIn !== undefined && !isSafeAddress(portalUrl ?? "")) throw issue("portalUrl", "must be https for signIn");
  const names = all.map(({ name }) => name);
  if (new Set(names).size < names.length) throw issue("instances", "two entries have the same name");
  const { partnerUrl, allowInsecureEndpoints = partnerUrl === undefined } = rest;
  if (partnerUrl === undefined && !allowInsecureEndpoints) {
    throw issue("allowInsecureEndpoints", "can't be false in the demo, whose sample subscriber listens on 127.0.0.1");
  }
  return { ...rest, allowInsecureEndpoints, instances: all };
}
