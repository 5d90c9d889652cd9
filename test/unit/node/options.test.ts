import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type Options, readOptions, usage } from "../../../infra/node/options.ts";

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});

function configFile(text: string): string {
  const directory = mkdtempSync(join(tmpdir(), "feedhook-options-"));
  directories.push(directory);
  const file = join(directory, "feedhook.json");
  writeFileSync(file, text);
  return file;
}

const withConfig = (config: unknown, ...argv: string[]) =>
  readOptions(["--config", configFile(JSON.stringify(config)), ...argv]);

const partner = ["--partner-url", "https://partner.example.com/"];

describe("what is given", () => {
  test("nothing starts the demo on the default port", () => {
    expect(readOptions([])).toEqual({ port: 4400, allowInsecureEndpoints: false, log: "pretty", instances: [] });
  });

  test("flags name one instance; the address loses its trailing slash", () => {
    const read = readOptions([...partner, "--instance", "acme", "--client-id", "me", "--client-secret", "s"]);
    expect(read).toMatchObject({
      partnerUrl: "https://partner.example.com",
      instances: [{ name: "acme", clientId: "me", clientSecret: "s" }],
    });
  });

  test("a secret may begin with a dash", () => {
    const read = readOptions([...partner, "--instance", "a", "--client-id", "b", "--client-secret", "-00xWBYt"]);
    expect((read as Options).instances[0]?.clientSecret).toBe("-00xWBYt");
  });

  test("a flag wins over the config file, whose other keys stay", () => {
    expect(withConfig({ port: 5000, log: "json", tick: 500 }, "--port", "6000")).toMatchObject({
      port: 6000,
      log: "json",
      tick: 500,
    });
  });

  test("a config file holds many instances with budget and rooms", () => {
    const instances = [
      { name: "acme", clientId: "a", clientSecret: "b", requestsPerSecond: 2, rooms: ["r1"] },
      { name: "other", clientId: "c", clientSecret: "d" },
    ];
    expect(withConfig({ partnerUrl: "http://127.0.0.1:9100", instances })).toMatchObject({ instances });
  });

  test("--help and -h ask for the text, which tells every flag", () => {
    expect([readOptions(["--help"]), readOptions(["-h"])]).toEqual(["help", "help"]);
    for (const flag of ["--partner-url", "--client-secret", "--data-dir", "--operator-key", "--tick", "--config"]) {
      expect(usage).toContain(flag);
    }
  });
});

describe("what is wrong is named", () => {
  const secret = "S3CRET-value";
  const single = { partnerUrl: "https://p.example", instance: "acme", clientId: "me", clientSecret: secret };
  const cases: readonly [what: string, read: () => unknown, names: RegExp][] = [
    ["an unknown flag", () => readOptions(["--bogus", secret]), /--bogus: not a flag/],
    ["a flag without its value", () => readOptions(["--client-secret"]), /--client-secret: needs a value/],
    ["a flag in place of a value", () => readOptions(["--client-id", "--port", "1"]), /--client-id: needs a value/],
    ["a value that none is taken", () => readOptions([`--help=${secret}`]), /--help: takes no value/],
    ["a word too many", () => readOptions(["--client-secret", "x", secret]), /belongs to no flag/],
    ["a port that is no number", () => readOptions(["--port", "abc"]), /port: /],
    ["a port that doesn't exist", () => readOptions(["--port", "70000"]), /port: .*65535/],
    ["a tick too short", () => readOptions(["--tick", "-5"]), /tick: .*50/],
    ["a key that can be guessed", () => readOptions(["--operator-key", "short"]), /operatorKey: at least 16/],
    ["an address that isn't one", () => withConfig({ ...single, partnerUrl: secret }), /partnerUrl: Invalid URL/],
    ["half a credential", () => withConfig({ ...single, clientId: undefined }), /clientId: .*go together/],
    ["an instance without an address", () => withConfig({ ...single, partnerUrl: undefined }), /partnerUrl: /],
    ["an unknown key", () => withConfig({ ...single, instnces: [] }), /"instnces"/],
    ["a secret of another type", () => withConfig({ ...single, clientSecret: [secret] }), /clientSecret: .*string/],
    [
      "an unknown key of an instance",
      () => withConfig({ instances: [{ name: "a", clientId: "b", clientSecret: secret, limit: 3 }] }),
      /instances\.0: .*"limit"/,
    ],
    [
      "one name twice",
      () => withConfig({ ...single, instances: [{ name: "acme", clientId: "b", clientSecret: secret }] }),
      /instances: two entries have the same name/,
    ],
    ["an unknown timing", () => withConfig({ timings: { walkperiod: 5 } }), /timings: .*"walkperiod"/],
    ["a timing of another type", () => withConfig({ timings: { walkPeriod: "1h" } }), /timings\.walkPeriod: /],
    [
      "a wait no queue can keep",
      () => withConfig({ timings: { messageRetries: [1e6] } }),
      /timings\.messageRetries\.0: /,
    ],
    ["a deadline of nothing", () => withConfig({ timings: { deliveryDeadline: 0 } }), /timings\.deliveryDeadline: /],
    ["a config file that isn't JSON", () => readOptions(["--config", configFile(`{"x": "${secret}"`)]), /not JSON/],
    ["a config file that isn't there", () => readOptions(["--config", "/nowhere.json"]), /nowhere\.json can't be read/],
  ];

  test.each(cases)("%s, and no value is repeated", (_, read, names) => {
    let message = "";
    try {
      read();
    } catch (error) {
      message = error instanceof Error ? error.message : "";
    }
    expect(message).toMatch(names);
    expect(message).not.toContain(secret);
  });
});
