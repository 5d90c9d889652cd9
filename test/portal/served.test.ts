import { describe, expect, it } from "vitest";
import { assetOf, buildPortal } from "../../infra/portal/build-portal.ts";
import { createApi } from "../../shared/api/create-api.ts";
import type { PortalAsset } from "../../shared/api/portal/portal-assets.ts";
import { apiFixture } from "../unit/api/api-fixture.ts";

const assets = await buildPortal();
const app = createApi({ ...apiFixture().services, portal: async () => assets });
const page = await (await app.request("/portal")).text();
const [, script = ""] = /src="([^"]+)"/.exec(page) ?? [];

function fileAt(path = ""): PortalAsset {
  return assets.files.find(({ name }) => path.endsWith(`/${name}`))!;
}

/** The transferred bytes. */
const sizeOf = ({ brotli }: PortalAsset) => Buffer.from(brotli, "base64").length;
const textOf = ({ body }: PortalAsset) => Buffer.from(body, "base64").toString();

describe("the served portal", () => {
  it("responds to every address below /portal with a page without inline scripts or styles", async () => {
    const answer = await app.request("/portal/endpoints/sub_1?search=x");
    expect(answer.status).toBe(200);
    const inner = await answer.text();
    expect(inner).toContain("<h1>Endpoints</h1>");
    expect(inner).toContain('<a href="/portal/endpoints" aria-current="page">');
    expect(inner.split("<body>")[0]).toBe(page.split("<body>")[0]);
    expect(await (await app.request("/portal/nowhere")).text()).toContain("<h1>Feedhook</h1>");
    expect(page).not.toMatch(/<style|<script(?![^>]+src=)|\sstyle=|\son[a-z]+=/);
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain("unsafe");
    expect((await app.request("/")).headers.get("location")).toBe("/portal");
  });

  it("serves hashed files for ever, compressed with brotli on request, and 304 to clients that have them", async () => {
    const packed = await app.request(script, { headers: { "accept-encoding": "gzip, br" } });
    expect(packed.headers.get("content-encoding")).toBe("br");
    expect(packed.headers.get("cache-control")).toContain("immutable");
    const plain = await app.request(script, { headers: { "accept-encoding": "gzip, br;q=0" } });
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(plain.headers.get("etag")).not.toBe(packed.headers.get("etag"));
    const etag = plain.headers.get("etag") ?? "";
    expect((await app.request(script, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await app.request("/portal/assets/portal-0000.js")).status).toBe(404);
  });

  it("has at most 84 kB of script, compressed", () => {
    const sizes = assets.files.filter(({ name }) => name.endsWith(".js")).map(sizeOf);
    const all = sizes.reduce((sum, size) => sum + size, 0);
    expect(all).toBeGreaterThan(10_000);
    expect(all).toBeLessThanOrEqual(84_000);
  });

  it("shows after two requests of 16 kB together, and names all files that its scripts need", () => {
    const blocking = [...page.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)];
    expect(blocking).toHaveLength(1);
    const style = fileAt(blocking[0]![1]);
    // Module scripts let the page be drawn first; a style sheet that names further files would not.
    expect([...page.matchAll(/<script ([^>]*)>/g)].every(([, options]) => options?.includes('type="module"'))).toBe(
      true,
    );
    expect(textOf(style)).not.toMatch(/@import|url\(/);
    expect(Buffer.byteLength(page) + sizeOf(style)).toBeLessThanOrEqual(16_000);
    expect(page).toContain("<h1>Overview</h1>");
    expect(page).toContain('<a href="/portal/deliveries">Deliveries</a>');

    const named = [...page.matchAll(/(?:src|href)="\/portal\/assets\/([^"]+)"/g)].map(([, name]) => name);
    const scripts = assets.files.filter(({ name }) => name.endsWith(".js") && named.includes(name));
    const needed = scripts.flatMap((script) =>
      [...textOf(script).matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(([, name]) => name),
    );
    expect(needed.length).toBeGreaterThan(0);
    expect(needed.filter((name) => !named.includes(name))).toEqual([]);
    // The chart library is a third as large as the rest, and is loaded with the first chart.
    const later = assets.files.filter(({ name }) => !named.includes(name));
    expect(later.map(({ name }) => name)).toEqual([expect.stringMatching(/^portal-plot-\w+\.js$/)]);
  });

  it("may be framed by the origins of the partner whose link opened it, and shows them to no other page", async () => {
    const api = apiFixture();
    const framed = createApi({ ...api.services, portal: async () => assets });
    const portalOrigins = ["https://app.acme.example", "https://acme.example:8443"];
    const { id } = (await api.call("POST", "/v1/partners", { name: "Acme", portalOrigins })).body;
    const ancestors = async (query: string) => {
      const { headers } = await framed.request(`/portal${query}`);
      const policy = headers.get("content-security-policy") ?? "";
      return [/frame-ancestors ([^;]+)$/.exec(policy)?.[1], headers.get("cache-control")];
    };
    const link = async () => (await api.call("POST", `/v1/partners/${id}/portal-links`, {})).body;
    const { id: made, url, token } = await link();
    const { search } = new URL(url);
    expect(search).not.toContain(token);
    expect(await ancestors(search)).toEqual([portalOrigins.join(" "), "no-store"]);
    expect(await ancestors("")).toEqual(["'none'", "no-cache"]);
    const guessed = `${search.slice(0, -1)}${search.endsWith("A") ? "B" : "A"}`;
    for (const query of [`?frame=${id}`, guessed, "?frame=", `?frame=${token}`]) {
      expect(await ancestors(query), query).toEqual(["'none'", "no-store"]);
    }
    const headers = { authorization: `Bearer ${token}` };
    expect((await api.call("POST", "/v1/portal-session", undefined, headers)).status).toBe(201);
    expect((await ancestors(search))[0]).toBe(portalOrigins.join(" "));
    await api.call("DELETE", `/v1/partners/${id}/portal-links/${made}`);
    expect((await ancestors(search))[0]).toBe("'none'");
    const late = new URL((await link()).url).search;
    await api.call("POST", `/v1/partners/${id}/suspend`);
    expect(await ancestors(late)).toEqual(["'none'", "no-store"]);
    await api.call("POST", `/v1/partners/${id}/resume`);
    expect((await ancestors(late))[0]).toBe(portalOrigins.join(" "));
    api.clock.advance(600_000);
    expect((await ancestors(late))[0]).toBe("'none'");
  });

  it("is compressed while other requests are answered", async () => {
    const order: string[] = [];
    const turn = new Promise((next) => setImmediate(next)).then(() => order.push("another request"));
    await assetOf("main.js", Buffer.alloc(200_000, "text ")).then(() => order.push("compressed"));
    await turn;
    expect(order).toEqual(["another request", "compressed"]);
  });

  it("is built the same way twice, and rebuilt after a failure", async () => {
    expect(await buildPortal()).toEqual(assets);
    let calls = 0;
    const failing = createApi({
      ...apiFixture().services,
      portal: async () => {
        calls += 1;
        if (calls === 1) throw new Error("no disk");
        return assets;
      },
    });
    expect((await failing.request("/portal")).status).toBe(500);
    expect((await failing.request("/portal")).status).toBe(200);
  });
});
