import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const root = new URL("../../../", import.meta.url);
const file = (name: string) => readFileSync(new URL(`infra/node/service/${name}`, root), "utf8");

describe("the systemd unit", () => {
  const unit = file("feedhook.service");
  const settings = new Map(
    [...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value] as const),
  );

  it("starts the existing program as a separate user, and gives deliveries in flight their time", () => {
    const [, program = ""] = /\/opt\/feedhook\/(infra\S+)/.exec(settings.get("ExecStart") ?? "") ?? [];
    expect(existsSync(new URL(program, root))).toBe(true);
    expect(settings.get("User")).toBe("feedhook");
    expect(Number(settings.get("TimeoutStopSec"))).toBeGreaterThanOrEqual(60);
  });

  it("blocks what the program doesn't need, but not just-in-time compilation, without which Node dies", () => {
    const hardened = {
      NoNewPrivileges: "true",
      ProtectSystem: "strict",
      ProtectHome: "true",
      CapabilityBoundingSet: "",
    };
    expect(Object.fromEntries(settings)).toMatchObject(hardened);
    expect(settings.has("MemoryDenyWriteExecute")).toBe(false);
  });

  const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
  it.runIf(hasSystemd)(`is valid for systemd${hasSystemd ? "" : " (systemd-analyze isn't installed)"}`, () => {
    const path = join(temporaryFolder(), "feedhook.service");
    // The place of the installation doesn't exist here.
    writeFileSync(path, unit.replace(/\/opt\/feedhook\/node_modules\/\.bin\/node/, process.execPath));
    const output = execFileSync("systemd-analyze", ["verify", "--man=no", path], { encoding: "utf8", stdio: "pipe" });
    expect(output).toBe("");
  });
});

describe("the container", () => {
  const dockerfile = file("Dockerfile");
  const compose = file("compose.yml");

  it("copies existing files, all of them let through, and needs no development dependency", () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = ""]) =>
      names.split(" "),
    );
    const letThrough = new Set([...file("Dockerfile.dockerignore").matchAll(/^!(.+)$/gm)].map(([, name]) => name));
    for (const name of copied) {
      expect(existsSync(new URL(name, root)), name).toBe(true);
      expect(letThrough, name).toContain(name);
    }
    expect(dockerfile).toContain("npm ci --omit=dev");
  });

  it("holds every file that the program imports", () => {
    const roots = [...dockerfile.matchAll(/^COPY (?!--from)(\S+) \.\/\1$/gm)].map(([, name = ""]) => name);
    const seen = new Set<string>();
    const missing: string[] = [];
    const follow = (path: string, from: string) => {
      if (seen.has(path)) return;
      seen.add(path);
      if (!roots.some((one) => path.startsWith(`${one}/`))) missing.push(`${path}, which ${from} imports`);
      const text = readFileSync(new URL(path, root), "utf8");
      for (const [, type, to, loadedLater = ""] of text.matchAll(
        /^(?:import|export)( type)? [^;]*?from "(\.[^"]+)";|\bimport\(\s*"(\.[^"]+)"/gm,
      )) {
        if (type === undefined)
          follow(new URL(to ?? loadedLater, new URL(path, root)).href.slice(root.href.length), path);
      }
    };
    follow("infra/node/main.mjs", "Docker");
    follow("infra/portal/app/main.tsx", "the portal's bundle");
    expect(seen.size).toBeGreaterThan(300);
    expect(missing).toEqual([]);
  });

  it("runs without root on a read-only file system, and says whether it is alive", () => {
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile).toMatch(/^HEALTHCHECK .*\/healthz/m);
    for (const line of ["read_only: true", "cap_drop: [ALL]", "no-new-privileges:true", "stop_grace_period: 90s"]) {
      expect(compose).toContain(line);
    }
    expect(compose).toContain("dockerfile: infra/node/service/Dockerfile");
  });

  it("has every package that the single machine loads", () => {
    const { dependencies } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as {
      dependencies: Record<string, string>;
    };
    for (const name of ["hono", "undici", "zod", "prom-client", "@hono/node-server", "standardwebhooks"]) {
      expect(dependencies).toHaveProperty([name]);
    }
  });
});
