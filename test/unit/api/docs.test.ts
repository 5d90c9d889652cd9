import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { problems } from "../../../shared/api/http/problem.ts";
import { signatureOf, signingKey } from "../../../shared/delivery/attempt/signature.ts";
import { ed25519Secret } from "../../../shared/subscriptions/ed25519-key.ts";
import { acmeApi, apiFixture } from "./api-fixture.ts";

const read = (name: string) => readFileSync(new URL(`../../../docs/${name}-guide.md`, import.meta.url), "utf8");
const guides = { operator: read("operator"), partner: read("partner") };
const both = `${guides.operator}\n${guides.partner}`;
const blocks = (language: string, guide = both) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, "g"))].map(([, text]) => text ?? "");

/** `/v1/feeds/$FEED/pause` is an instance of `/v1/feeds/{id}/pause`. */
function isInstanceOf(path: string, template: string): boolean {
  const [parts, places] = [path.split("/"), template.split("/")];
  return parts.length === places.length && places.every((place, at) => place === parts[at] || place.startsWith("{"));
}

describe("the API guides", () => {
  it("names every kind of problem with its status", () => {
    for (const [name, { status }] of Object.entries(problems))
      expect(guides.partner).toContain(`| \`${name}\` | ${status} |`);
  });

  it("shows a call of every path, and no unknown path", async () => {
    const document = JSON.parse(await (await apiFixture().app.request("/v1/openapi.json")).text());
    const templates = Object.keys(document.paths);
    const shown = [
      ...blocks("sh")
        .join("\n")
        .matchAll(/(?:\$FEEDHOOK|^api \w+ "?)(\/v1[^\s"?]*)/gm),
    ].map(([, path = ""]) => path);
    const templateOf = (path: string) =>
      templates.find((template) => template === path) ?? templates.find((template) => isInstanceOf(path, template));
    expect(shown.filter((path) => templateOf(path) === undefined)).toEqual([]);
    expect(templates.filter((template) => !shown.some((path) => templateOf(path) === template))).toEqual([]);
  });

  it("shows valid bodies, each with the key of its reader", async () => {
    const api = await acmeApi({ awsPrincipal: "arn:aws:iam::111122223333:root" });
    const callsOf = (guide: string) =>
      [
        ...blocks("sh", guide)
          .join("\n")
          .matchAll(/^api (\w+) "?(\/[^\s"]+)[^]*?(?=\napi|(?![^]))/gm),
      ].flatMap(([call, method = "", path = ""]) => {
        const body = /-d '(\{[^]*?\})'/.exec(call)?.[1];
        return body === undefined ? [] : [{ method, path, body }];
      });
    const feeds = (await api.call("GET", "/v1/feeds?instance=acme&class=timelines")).body.items;
    const known = { $ID: "", $PARTNER: "", $FEED: encodeURIComponent(feeds[0].id) };
    const refused: unknown[] = [];
    const run = async (guide: string, headers: Record<string, string> = {}) => {
      const calls = callsOf(guide);
      expect(calls.length).toBeGreaterThan(3);
      for (const { method, path, body } of calls) {
        const to = Object.entries(known).reduce((text, [name, value]) => text.replace(name, value), path);
        const answer = await api.call(method, to, body, headers);
        if (path === "/v1/subscriptions") known.$ID = answer.body.id;
        if (path === "/v1/partners") known.$PARTNER = answer.body.id;
        // An endpoint that works can't be acknowledged.
        if (answer.status >= 300 && !String(answer.body.type).endsWith(":wrong-state"))
          refused.push([method, path, answer.text]);
      }
    };
    await run(guides.operator);
    const made = await api.call("POST", `/v1/partners/${known.$PARTNER}/keys`, { name: "k", scopes: ["admin"] });
    const headers = { authorization: `Bearer ${made.body.key}` };
    await run(guides.partner, headers);
    expect(refused).toEqual([]);
    const [filter] = blocks("json").filter((text) => text.includes("anything-but"));
    const filtered = await api.call(
      "PATCH",
      `/v1/subscriptions/${known.$ID}`,
      { filter: JSON.parse(filter!) },
      headers,
    );
    expect(filtered.status).toBe(200);
  });
});

describe("the verifiers for public keys", () => {
  const page = readFileSync("docs/receivers/README.md", "utf8");
  const publicKey = "whpk_6kpsY+KcUgq+9VB7Ey7F+ZVHdq6+vnuSQh7qaRRG0iw=";
  const secret = ed25519Secret(Buffer.alloc(32, 7));
  const body = Buffer.from('{"test": 2432232314}');
  const timestamp = Math.floor(Date.now() / 1_000);
  const signature = signatureOf([signingKey(secret)], { id: "evt_1", timestamp, body });
  const hmac = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
  const both = signatureOf([hmac, secret].map(signingKey), { id: "evt_1", timestamp, body });
  const webhook = (changes: object = {}) => ({
    "webhook-id": "evt_1",
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signature,
    ...changes,
  });
  /** Headers and bodies with whether they are genuine. */
  const cases = [
    [webhook(), body, true],
    [webhook({ "webhook-signature": both }), body, true],
    [webhook(), Buffer.from('{"test":2432232314}'), false],
    [webhook({ "webhook-id": "evt_2" }), body, false],
    [webhook({ "webhook-signature": signature.replace("v1a,", "v1,") }), body, false],
    [webhook({ "webhook-signature": "v1a,AAAA v1a,!" }), body, false],
    [webhook({ "webhook-timestamp": String(timestamp - 600) }), body, false],
    [{}, body, false],
  ] as const;

  it("in Node accepts only what the bridge signs", async () => {
    const source = blocks("js", page).find((one) => one.includes("isGenuine")) ?? "";
    const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(source)}`);
    for (const [headers, sent, isIt] of cases) expect(isGenuine(publicKey, headers, sent)).toBe(isIt);
  });

  const isMissing = spawnSync("python3", ["-c", "import cryptography"]).status !== 0;
  it.skipIf(isMissing)(
    `in Python accepts only what the bridge signs${isMissing ? " (skipped: the package cryptography isn't installed here)" : ""}`,
    () => {
      const [source = ""] = blocks("python", page);
      const input = JSON.stringify(cases.map(([headers, sent]) => [headers, sent.toString()]));
      const program = `${source}
import json
import sys
print(json.dumps([is_genuine("${publicKey}", headers, body.encode()) for headers, body in json.load(sys.stdin)]))`;
      const { stdout, stderr } = spawnSync("python3", ["-c", program], { input, encoding: "utf8" });
      expect(stderr).toBe("");
      expect(JSON.parse(stdout)).toEqual(cases.map(([, , isIt]) => isIt));
    },
  );
});
