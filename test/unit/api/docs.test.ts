import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";
import { beforeAll, describe, expect, it } from "vitest";
import { problems } from "../../../shared/api/http/problem.ts";
import { apiFixture } from "./api-fixture.ts";

const guide = readFileSync(new URL("../../../docs/api.md", import.meta.url), "utf8");
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, "g"))].map(([, text]) => text ?? "");

describe("the guide to the API", () => {
  it("names every kind of problem with its status", () => {
    for (const [name, { status }] of Object.entries(problems)) expect(guide).toContain(`| \`${name}\` | ${status} |`);
  });

  it("shows a call of every path, and no path that isn't there", async () => {
    const document = JSON.parse(await (await apiFixture().app.request("/v1/openapi.json")).text());
    const called = blocks("sh")
      .join("\n")
      .matchAll(/\$FEEDHOOK(\/v1[^\s"?]*)/g);
    const paths = [...called].map(([, path = ""]) =>
      path.replace("/acme", "/{name}").replace("$ID", "{id}").replace("$EVENT", "{id}"),
    );
    expect([...new Set(paths)].sort()).toEqual(Object.keys(document.paths).sort());
  });

  it("shows bodies that the API takes", async () => {
    const api = apiFixture();
    await api.registerInstance();
    const [instance, subscription, patch] = [
      ...blocks("sh")
        .join("\n")
        .matchAll(/-d '(\{[^]*?\})'/g),
    ].map(([, text]) => text);
    const put = await api.call("PUT", "/v1/instances/acme", instance);
    const created = await api.call("POST", "/v1/subscriptions", subscription);
    const changed = await api.call("PATCH", `/v1/subscriptions/${created.body.id}`, patch);
    const [filter] = blocks("json").filter((text) => text.includes("anything-but"));
    const filtered = await api.call("PATCH", `/v1/subscriptions/${created.body.id}`, { filter: JSON.parse(filter!) });
    expect([put.status, created.status, changed.status, filtered.status]).toEqual([200, 201, 200, 200]);
  });
});

describe("the verifier without a package", () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const body = Buffer.from('{"test": 2432232314}');
  const at = new Date();
  let isGenuine: (secret: string, headers: Record<string, string>, body: Buffer) => boolean;
  const headers = (signature: string) => ({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": signature,
  });
  const genuine = new Webhook(secret).sign("msg_p5jXN8AQM9LWM0D4loKWxJek", at, body.toString());

  beforeAll(async () => {
    const [source] = blocks("js").filter((text) => text.includes("isGenuine"));
    ({ isGenuine } = await import(`data:text/javascript,${encodeURIComponent(source!)}`));
  });

  it("agrees with the official package", () => {
    expect(isGenuine(secret, headers(genuine), body)).toBe(true);
    expect(isGenuine(secret, headers(`v1,AAAA v1a,xyz ${genuine}`), body)).toBe(true);
  });

  it("refuses a changed body, another secret, another scheme and an old attempt", () => {
    expect(isGenuine(secret, headers(genuine), Buffer.from('{"test":2432232314}'))).toBe(false);
    expect(isGenuine("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", headers(genuine), body)).toBe(false);
    expect(isGenuine(secret, headers(genuine.replace("v1,", "v1a,")), body)).toBe(false);
    expect(isGenuine(secret, { ...headers(genuine), "webhook-timestamp": "1614265330" }, body)).toBe(false);
    expect(isGenuine(secret, {}, body)).toBe(false);
  });
});
