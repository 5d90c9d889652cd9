import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { usage } from "../../../infra/node/flags.ts";
import { type Options, readOptions } from "../../../infra/node/options.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { isWindows, withoutModes } from "../../support/windows.ts";

function configFile(text: string): string {
  const file = join(temporaryFolder(), "feedhook.json");
  writeFileSync(file, text);
  return file;
}

const withConfig = (config: unknown, ...argv: string[]) =>
  readOptions(["--config", configFile(JSON.stringify(config)), ...argv]);

const partner = ["--partner-url", "https://partner.example.com/"];

describe("options", () => {
  test("default to the demo on the default port", () => {
    expect(readOptions([])).toEqual({ port: 4400, allowInsecureEndpoints: true, log: "pretty", instances: [] });
  });

  test("allow webhooks to private addresses only for the demo and on request", () => {
    expect(readOptions(partner)).toMatchObject({ allowInsecureEndpoints: false });
    expect(readOptions([...partner, "--allow-insecure-endpoints"])).toMatchObject({ allowInsecureEndpoints: true });
    const strict = { partnerUrl: "https://p.example", allowInsecureEndpoints: false };
    expect(withConfig(strict)).toMatchObject({ allowInsecureEndpoints: false });
  });

  test("name one instance by flags; the address loses its trailing slash", () => {
    const read = readOptions([...partner, "--instance", "acme", "--client-id", "me", "--client-secret", "s"]);
    expect(read).toMatchObject({
      partnerUrl: "https://partner.example.com",
      instances: [{ name: "acme", clientId: "me", clientSecret: "s" }],
    });
  });

  test("accept a secret that begins with a dash", () => {
    const read = readOptions([...partner, "--instance", "a", "--client-id", "b", "--client-secret", "-00xWBYt"]);
    expect((read as Options).instances[0]?.clientSecret).toBe("-00xWBYt");
  });

  test("let a flag override the config file, whose other keys stay", () => {
    expect(withConfig({ port: 5000, log: "json", tick: 500 }, "--port", "6000")).toMatchObject({
      port: 6000,
      log: "json",
      tick: 500,
    });
  });

  test("read a config file with many instances, budgets and rooms", () => {
    const instances = [
      { name: "acme", clientId: "a", clientSecret: "b", requestsPerSecond: 2, rooms: ["r1"] },
      { name: "other", clientId: "c", clientSecret: "d" },
    ];
    expect(withConfig({ partnerUrl: "http://127.0.0.1:9100", instances })).toMatchObject({ instances });
  });

  test("show the help text with every flag on --help and -h", () => {
    expect([readOptions(["--help"]), readOptions(["-h"])]).toEqual(["help", "help"]);
    for (const flag of ["--partner-url", "--client-secret", "--data-dir", "--operator-key", "--tick", "--config"]) {
      expect(usage()).toContain(flag);
    }
  });
});

describe("an option error", () => {
  const secret = "S3CRET-value";
  const single = { partnerUrl: "https://p.example", instance: "acme", clientId: "me", clientSecret: secret };
  const signIn = { issuer: "https://id.acme.example", clientId: "feedhook", groups: { ops: "admin" } };
  const portalUrl = "https://feedhook.acme.example";
  /** Arguments, the content of a config file, or a function that reads both. */
  const cases: readonly [what: string, given: readonly string[] | object, names: RegExp][] = [
    ["single sign-on without the portal's address", { signIn }, /portalUrl: is required for signIn/],
    [
      "single sign-on without https",
      { signIn, portalUrl: "http://feedhook.acme.example" },
      /portalUrl: must be https for signIn/,
    ],
    [
      "an unknown key of single sign-on",
      { signIn: { ...signIn, clientSecret: secret }, portalUrl },
      /signIn: "clientSecret" is not a key; did you mean "clientSecretFile"/,
    ],
    [
      "an identity provider without https",
      { signIn: { ...signIn, issuer: `http://${secret}.example` }, portalUrl },
      /signIn\.issuer: must be an https address/,
    ],
    [
      "a secret of single sign-on that isn't configured",
      () => readOptions([], { FEEDHOOK_SIGN_IN_SECRET: secret }),
      /signIn: is missing, but its client secret is set/,
    ],
    ["an unknown flag", ["--bogus", secret], /--bogus: not a flag/],
    ["a flag without its value", ["--client-secret"], /--client-secret: needs a value/],
    ["a flag in place of a value", ["--client-id", "--port", "1"], /--client-id: needs a value/],
    ["a flag and its value in one unknown word", [`--bogus=${secret}`], /--bogus: not a flag/],
    ["an unknown letter", [`-x${secret}`], /-x: not a flag/],
    ["a value that none is taken", [`--help=${secret}`], /--help: takes no value/],
    [
      "a demo that may not deliver to its own subscriber",
      { allowInsecureEndpoints: false },
      /^options.*allowInsecureEndpoints: .*the demo/,
    ],
    ["a word too many", ["--client-secret", "x", secret], /an argument without a flag/],
    ["a port that is no number", ["--port", "abc"], /port: /],
    ["a port that doesn't exist", ["--port", "70000"], /port: .*65535/],
    ["a tick too short", ["--tick", "-5"], /tick: .*50/],
    ["a key that can be guessed", ["--operator-key", secret.repeat(9)], /operatorKey: has less than/],
    [
      "a guessable key in the environment",
      () => readOptions([], { FEEDHOOK_OPERATOR_KEY: secret.repeat(9) }),
      /operatorKey: has less than 128 bits.*openssl rand -hex 32/,
    ],
    [
      "a guessable key in a file",
      () => withConfig({ operatorKeyFile: configFile(secret.repeat(9)) }),
      /operatorKey: has less than 128 bits/,
    ],
    ["an address that isn't one", { ...single, partnerUrl: secret }, /partnerUrl: Invalid URL/],
    ["half a credential", { ...single, clientId: undefined }, /clientId: .*must be set together/],
    ["an instance without an address", { ...single, partnerUrl: undefined }, /partnerUrl: /],
    ["an unknown key", { ...single, instnces: [] }, /"instnces"/],
    ["a secret of another type", { ...single, clientSecret: [secret] }, /clientSecret: .*string/],
    [
      "an unknown key of an instance",
      { instances: [{ name: "a", clientId: "b", clientSecret: secret, limit: 3 }] },
      /instances\.0: .*"limit"/,
    ],
    [
      "one name twice",
      { ...single, instances: [{ name: "acme", clientId: "b", clientSecret: secret }] },
      /instances: two entries have the same name/,
    ],
    ["an unknown timing", { timings: { walkperiod: 5 } }, /timings: .*"walkperiod"/],
    ["a timing of another type", { timings: { walkPeriod: "1h" } }, /timings\.walkPeriod: /],
    ["a wait no queue can keep", { timings: { messageRetries: [1e6] } }, /timings\.messageRetries\.0: /],
    ["a deadline of nothing", { timings: { deliveryDeadline: 0 } }, /timings\.deliveryDeadline: /],
    ["a flag with a slip", ["--partner-ulr", secret], /--partner-ulr: .*did you mean "partner-url"\?/],
    ["a key with a slip", { ...single, instnces: [] }, /did you mean "instances"\?/],
    ["a timing with a slip", { timings: { walkPeriods: 5 } }, /did you mean "walkPeriod"\?/],
    ["the file where it stands", { port: "x" }, /config file .*feedhook\.json: port: .*expected number/],
    ["no raw NaN", ["--port", "abc"], /port: (?!.*NaN)/],
    [
      "an instance without its secret",
      { partnerUrl: "https://p.example", instances: [{ name: "acme-no", clientId: "x" }] },
      /instances\.0\.clientSecret: is missing: .*FEEDHOOK_CLIENT_SECRET_ACME_NO/,
    ],
    [
      "a secret given twice",
      () => readOptions([], { FEEDHOOK_OPERATOR_KEY: secret, FEEDHOOK_OPERATOR_KEY_FILE: "/x" }),
      /FEEDHOOK_OPERATOR_KEY: is set together with FEEDHOOK_OPERATOR_KEY_FILE/,
    ],
    [
      "a secret's file that isn't there",
      () => readOptions([], { FEEDHOOK_OPERATOR_KEY_FILE: "/nowhere" }),
      /FEEDHOOK_OPERATOR_KEY_FILE: \/nowhere can't be read/,
    ],
    ["a config file that isn't JSON", () => readOptions(["--config", configFile(`{"x": "${secret}"`)]), /not JSON/],
    ["a config file that isn't there", ["--config", "/nowhere.json"], /nowhere\.json can't be read/],
  ];

  test.each(cases)("%s, and no value is repeated", (_, given, names) => {
    let message = "";
    try {
      if (typeof given === "function") given();
      else if (Array.isArray(given)) readOptions(given);
      else withConfig(given);
    } catch (error) {
      message = error instanceof Error ? error.message : "";
    }
    expect(message).toMatch(names);
    expect(message).not.toContain(secret);
  });
});

describe("secrets without flags", () => {
  const key = "9df093211a4e538f69c50a8ca32cd25299e0f6f96b4781c164e8661875cc4352";

  test("come from variables and from files named by variables, without the final line break", () => {
    expect(readOptions([], { FEEDHOOK_OPERATOR_KEY: key })).toMatchObject({ operatorKey: key });
    expect(readOptions([], { FEEDHOOK_OPERATOR_KEY_FILE: configFile(`${key}\n`) })).toMatchObject({ operatorKey: key });
    const flags = [...partner, "--instance", "acme", "--client-id", "me"];
    expect(readOptions(flags, { FEEDHOOK_CLIENT_SECRET: "s" })).toMatchObject({ instances: [{ clientSecret: "s" }] });
  });

  test("of single sign-on come from a file or from a variable, which wins", () => {
    const signIn = { issuer: "https://id.acme.example", clientId: "feedhook", groups: { ops: "admin" } };
    const given = {
      signIn: { ...signIn, clientSecretFile: configFile("from a file\n") },
      portalUrl: "https://f.example",
    };
    expect(withConfig(given)).toMatchObject({ signIn, signInSecret: "from a file" });
    const file = configFile(JSON.stringify(given));
    const read = readOptions(["--config", file], { FEEDHOOK_SIGN_IN_SECRET: "from the environment" });
    expect(read).toMatchObject({ signInSecret: "from the environment" });
  });

  test("come from files named in the config file, and from a variable per instance, which wins", () => {
    const instances = [
      { name: "acme", clientId: "a", clientSecretFile: configFile("from a file\n") },
      { name: "acme-no", clientId: "b", clientSecret: "in the file" },
    ];
    const file = configFile(
      JSON.stringify({ partnerUrl: "https://p.example", operatorKeyFile: configFile(key), instances }),
    );
    const read = readOptions(["--config", file], { FEEDHOOK_CLIENT_SECRET_ACME_NO: "from the environment" });
    expect(read).toMatchObject({
      operatorKey: key,
      instances: [{ clientSecret: "from a file" }, { clientSecret: "from the environment" }],
    });
  });

  test("are overridden by a flag", () => {
    const other = "f2ca1bb6c7e907d06dafe4687e579fce76b37e4e93b7605022da52e6ccc26fd2";
    expect(readOptions(["--operator-key", other], { FEEDHOOK_OPERATOR_KEY: key })).toMatchObject({
      operatorKey: other,
    });
  });
});

const warning = "cause a warning for a config file that others can read, and none for a private one";
test.skipIf(isWindows)(`${warning}${withoutModes}`, () => {
  const file = configFile("{}");
  chmodSync(file, 0o644);
  expect(readOptions(["--config", file])).toMatchObject({ exposedFile: file });
  chmodSync(file, 0o600);
  expect(readOptions(["--config", file])).not.toHaveProperty("exposedFile");
});
