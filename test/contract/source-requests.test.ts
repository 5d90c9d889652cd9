import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { get, serve } from "./source-ground.ts";

test("a request arrives with its method, headers and body, and names its sender", async () => {
  const { http } = await serve((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (some: string) => (body += some));
    request.on("end", () => response.end(JSON.stringify({ method: request.method, headers: request.headers, body })));
  });
  const post = { method: "POST" as const, path: "/x", headers: { "x-a": "1" }, body: "a=ø" };
  const answer = await http.send(post);
  expect(answer).toMatchObject({ outcome: "answered", status: 200, tookMs: expect.any(Number) });
  expect(answer.outcome === "answered" ? answer.tookMs : 0).toBeLessThan(60_000);
  expect(JSON.parse(answer.outcome === "answered" ? answer.body : "")).toMatchObject({
    ...{ method: "POST", body: "a=ø", headers: { "x-a": "1", "user-agent": "Feedhook", "content-length": "4" } },
  });
  const broken = { ...get(), headers: { "bad header": "x\ny" } };
  expect(await http.send(broken)).toEqual({ outcome: "failed", reason: "transport", detail: "UND_ERR_INVALID_ARG" });
  expect(await http.send(get())).toMatchObject({ outcome: "answered", status: 200 });
});

test("informational responses aren't the response", async () => {
  const { http } = await serve(({ url, socket }, response) => {
    if (url === "/x") response.writeEarlyHints({ link: "</style.css>; rel=preload" }, () => response.end("{}"));
    else socket.end("HTTP/1.1 103 Early Hints\r\n\r\n");
  });
  const answer = await http.send(get());
  expect(answer).toMatchObject({ outcome: "answered", status: 200, body: "{}" });
  expect(answer).not.toHaveProperty("headers.link");
  expect(await http.send(get("/only"))).toMatchObject({ outcome: "failed", reason: "transport" });
});

test("a connection is replaced after 4 s of rest", async () => {
  const ports: (number | undefined)[] = [];
  let now = 0;
  const { http } = await serve(
    ({ socket }, response) => {
      ports.push(socket.remotePort);
      response.end("{}");
    },
    { connections: 1, now: () => now },
  );
  for (now of [0, 4_000, 8_001, 4_000]) await http.send(get());
  const distinct = [...new Set(ports)];
  expect(ports.map((port) => distinct.indexOf(port))).toEqual([0, 0, 1, 2]);
});

test("no connection is replaced while a request is under way", async () => {
  const held: ServerResponse[] = [];
  let now = 0;
  const { http } = await serve(
    ({ url }, response) => {
      if (url === "/held") held.push(response);
      else response.end("{}");
    },
    { now: () => now },
  );
  await http.send(get());
  const slow = http.send(get("/held"));
  await expect.poll(() => held.length).toBe(1);
  now = 60_000;
  expect(await http.send(get())).toMatchObject({ status: 200 });
  held[0]?.end("{}");
  expect(await slow).toMatchObject({ outcome: "answered", status: 200 });
});
