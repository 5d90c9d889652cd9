import { expect, it } from "vitest";
import { postBytes } from "../../../shared/adapters/http/post-bytes.ts";

const to = { host: "hooks.example.com:8443", path: "/in?a=b" };
const body = Buffer.from("æ");

it("writes a POST as it goes over the wire, its length in bytes", () => {
  expect(postBytes(to, { "webhook-id": "evt_1", "x-note": "caf\u00e9" }, body)?.toString("latin1")).toBe(
    [
      "POST /in?a=b HTTP/1.1",
      "host: hooks.example.com:8443",
      "connection: keep-alive",
      "accept-encoding: identity",
      "webhook-id: evt_1",
      "x-note: caf\u00e9",
      "content-length: 2",
      "",
      body.toString("latin1"),
    ].join("\r\n"),
  );
});

it.each([
  ["a line end in a value", "x-a", "1\r\nx-b: 2"],
  ["a line feed in a value", "x-a", "1\n"],
  ["a zero byte", "x-a", "\0"],
  ["what no byte stands for", "x-a", "\u0100"],
  ["a line end in a name", "x-a: 1\r\nx-b", "2"],
  ["a blank in a name", "x a", "1"],
  ["no name", "", "1"],
  ["another host", "Host", "elsewhere"],
  ["another length", "content-length", "0"],
  ["another framing", "Transfer-Encoding", "chunked"],
  ["another end of the connection", "connection", "close"],
  ["a compressed answer", "accept-encoding", "gzip"],
])("sends nothing with %s", (_, name, value) => {
  expect(postBytes(to, { [name]: value }, body)).toBeUndefined();
});
