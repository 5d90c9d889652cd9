import { openSandbox } from "../../infra/sandbox/start-sandbox.ts";
import { requestToken, SandboxClient } from "./sandbox-client.ts";
for (const records of [1000, 10_000, 100_000]) {
  const before = process.memoryUsage().rss;
  const t0 = performance.now();
  const sandbox = openSandbox({ records, seed: 7 });
  const t1 = performance.now();
  globalThis.gc?.();
  const token = (await requestToken(sandbox, sandbox.access[0]!)).body.access_token;
  const client = new SandboxClient(sandbox, "acme", token);
  const mid = new Date(Date.now() - 45 * 86_400_000).toISOString();
  const company = (await client.get("/company?limit=1&offset=20")).body.items[0].id;
  const m = process.memoryUsage();
  console.log(records, "seed ms", Math.round(t1 - t0), "rss MB", Math.round(m.rss / 1e6), "heap MB", Math.round(m.heapUsed / 1e6));
  for (const path of ["/person/cursor?limit=100", `/person/timeline?key=created&limit=100&since=${mid}`, `/activity/timeline?limit=100&since=${mid}`, "/person?limit=100&sort=lastName&offset=" + Math.floor(records / 5), `/person?limit=100&companyId=${company}`, "/project?isActive=true&limit=100", "/person?query=berg&limit=100"]) {
    for (let i = 0; i < 5; i++) await client.get(path);
    const n = 30, s = performance.now();
    for (let i = 0; i < n; i++) await client.get(path);
    console.log("   ", path.slice(0, 60), ((performance.now() - s) / n).toFixed(2), "ms");
  }
  sandbox.close();
}
