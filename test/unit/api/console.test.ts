import { createHash } from "node:crypto";
import { Script } from "node:vm";
import { describe, expect, it } from "vitest";
import { apiFixture } from "./api-fixture.ts";

const { app } = apiFixture();
const response = await app.request("/");
const page = await response.text();
const policy = response.headers.get("content-security-policy") ?? "";

describe("the console page", () => {
  it("runs exactly the script and style whose hashes its policy names, and nothing from elsewhere", () => {
    expect(response.status).toBe(200);
    for (const tag of ["script", "style"]) {
      const blocks = [...page.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, "g"))].map(([, text]) => text ?? "");
      expect(blocks).toHaveLength(1);
      const hash = createHash("sha256").update(blocks[0]!).digest("base64");
      expect(policy).toContain(`${tag}-src 'sha256-${hash}'`);
    }
    expect(policy).not.toContain("unsafe");
    expect(page).not.toMatch(/\s(src|href)="(?!data:,"|\/v1\/)/);
    expect(page).not.toMatch(/\sstyle=|\son[a-z]+=/);
  });

  it("has a script that parses and makes markup of nothing it reads", () => {
    const [, script = ""] = /<script>([^]*?)<\/script>/.exec(page) ?? [];
    expect(() => new Script(script)).not.toThrow();
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/);
  });

  it("names every part for who can't see it, and says what to do without script", () => {
    for (const [, id] of page.matchAll(/aria-labelledby="([^"]+)"/g)) expect(page).toContain(`<h2 id="${id}"`);
    expect(page).toContain('role="status"');
    expect(page).toContain("<noscript>");
    expect(page).toContain('<html lang="en">');
  });

  it("finds every element it fills", () => {
    for (const [, id] of page.matchAll(/\$\("([a-z]+)"\)/g)) expect(page).toContain(`id="${id}"`);
  });
});
