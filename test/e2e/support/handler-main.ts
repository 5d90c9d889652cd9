import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { listenLocally } from "../../support/local-server.ts";

type Call = (headers: Record<string, string>, body: Buffer) => Promise<number>;
const receiverAt = (name: string) => import(new URL(`../../../docs/receivers/${name}.mjs`, import.meta.url).href);

/** Serves a receiver of docs/receivers that has no server of its own. */
const calls: { readonly [name: string]: () => Promise<Call> } = {
  /** Like Next.js: its exported function gets a Request and returns a Response. */
  "next-route": async () => {
    const { POST } = await receiverAt("next-route");
    return async (headers, body) =>
      (await POST(new Request("http://receiver.test/hook", { method: "POST", headers, body }))).status;
  },
  /** Like a Lambda function URL: bodies in base64, header names in lower case. */
  "lambda-url": async () => {
    const { handler } = await receiverAt("lambda-url");
    return async (headers, body) =>
      (await handler({ headers, body: body.toString("base64"), isBase64Encoded: true })).statusCode;
  },
};
const call = await calls[process.argv[2] ?? ""]!();
const server = createServer((request, response) => {
  void (async () => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
    response.writeHead(await call(Object.fromEntries(headers), await buffer(request))).end();
  })();
});
console.log(`Listening on ${new URL(await listenLocally(server)).port}`);
