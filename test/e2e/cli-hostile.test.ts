import { createServer, type Server } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { closeServer, listenLocally } from "../support/local-server.ts";
import { steering } from "../support/steering-text.ts";
import { CliGround } from "./support/cli-ground.ts";
import { CliProgram } from "./support/cli-program.ts";
import { McpHost } from "./support/mcp-client.ts";

const ground = new CliGround();
const hostile =
  "\u001b]0;owned\u0007\u001b[31m\u001b[2J\u009b1A\u0085\u007f\r\t\u202e\u2066\u200f\u061c\u200b\ufeff\u2028\u{e0041}\nforged";

/** Adds text that controls a terminal to every text in a response, except those that the next request repeats. */
function spoiled(value: unknown, key = ""): unknown {
  if (typeof value === "string") return key === "nextCursor" ? value : `${value}${hostile}`;
  if (Array.isArray(value)) return value.map((each) => spoiled(each, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, spoiled(each, name)]));
}

let server: Server;
let url = "";

beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      const { method = "GET", url: path = "" } = request;
      const authorization = request.headers.authorization ?? "";
      const body = await buffer(request);
      const sent = body.length > 0 && { body };
      const headers = { authorization, ...(sent && { "content-type": "application/json" }) };
      const answer = await fetch(`${ground.url}${path}`, { method, headers, ...sent });
      const text = await answer.text();
      const changed = text === "" ? "" : JSON.stringify(spoiled(JSON.parse(text)));
      const type = answer.headers.get("content-type") ?? "application/json";
      response.writeHead(answer.status, { "content-type": type }).end(changed);
    })();
  });
  url = await listenLocally(server);
});
afterAll(() => closeServer(server));

async function commands(): Promise<readonly (readonly string[])[]> {
  const [subscription] = await ground.json("subscriptions", "list");
  const [delivery] = await ground.json("deliveries", subscription.id, "--limit", "1");
  const [event] = await ground.json("events", "--limit", "1");
  const partner = await ground.json("partners", "create", "Acme CRM", "--instances", "acme");
  await ground.json("keys", "create", "first", "--scopes", "read", "--partner", partner.id);
  return [
    ["status"],
    ["instances", "list"],
    ["instances", "pause", "nowhere"],
    ["feeds", "list", "--instance", "acme"],
    ["partners", "list"],
    ["partners", "update", partner.id, "--name", "Other"],
    ["keys", "whoami"],
    ["keys", "list", "--partner", partner.id],
    ["alerts", "show", "--partner", partner.id],
    ["events", "--limit", "2", "--instance", "acme"],
    ["explain", `${event.subject.type}/${event.subject.id}`, "--instance", "acme"],
    ["subscriptions", "list"],
    ["subscriptions", "show", subscription.id],
    ["subscriptions", "ping", subscription.id],
    ["subscriptions", "create", "--events", "nonsense", "--url", "https://example.com"],
    ["deliveries", subscription.id],
    ["deliveries", subscription.id, "--event", delivery.event],
    ["replay", subscription.id, "--dry-run", "--since", "1h"],
    ["trigger", "person.updated", "--subscription", subscription.id],
    ["doctor"],
  ];
}

const through = (argv: readonly string[], more: object = {}) =>
  new CliProgram({ ...ground.environment, FEEDHOOK_URL: url, ...more }, argv).ended;

test("no command lets the bridge's responses control the terminal", { timeout: 600_000 }, async () => {
  for (const argv of await commands()) {
    // All commands share the terminal, and its own tests mostly cover JSON.
    const forms = argv[0] === "subscriptions" || argv[0] === "instances" ? [[], ["--json"]] : [[]];
    for (const extra of forms) {
      const { stdout, stderr } = await through([...argv, ...extra], { NO_COLOR: "", FORCE_COLOR: "1" });
      // Our colours surround our own signs. Others' text also holds one, which must not get through.
      const shown = `${stdout}${stderr}`.replaceAll(/\u001b\[3[123]m([✓✗!])\u001b\[39m/g, "$1");
      expect(shown, argv.join(" ")).not.toMatch(steering);
      expect(shown, argv.join(" ")).toContain("\\u001b]0;owned");
      if (extra.length === 0) expect(shown, argv.join(" ")).not.toMatch(/^forged/m);
      else for (const line of `${stdout}${stderr}`.trim().split("\n")) JSON.parse(line);
    }
  }
  const [listed] = await ground.json("subscriptions", "list");
  const { stdout } = await through(["subscriptions", "list", "--json"]);
  expect(JSON.parse(stdout)[0].id).toBe(`${listed.id}${hostile}`);
});

test("no tool for agents passes on control characters or invisible ones", async () => {
  const host = await McpHost.connect({ ...ground.environment, FEEDHOOK_URL: url });
  onTestFinished(() => host.close());
  for (const tool of ["whoami", "status", "list_subscriptions", "list_events"]) {
    const { text, structured } = await host.call(tool, tool === "list_events" ? { instance: "acme", limit: 3 } : {});
    // A model sees the strings, not the JSON around them.
    JSON.parse(text, (name, value: unknown) => {
      for (const part of [name, value])
        if (typeof part === "string") expect(part.replaceAll("\n", "")).not.toMatch(steering);
      return value;
    });
    expect(JSON.stringify(structured), tool).toBe(text);
    expect(text, tool).toContain("\\\\u001b]0;owned");
  }
  const { isError, text } = await host.call("show_event", { event: "evt_nowhere", instance: "nowhere" });
  expect([isError, text]).toEqual([true, expect.not.stringMatching(steering)]);
  expect(host.stderr).not.toMatch(steering);
});
