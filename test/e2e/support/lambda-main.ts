import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Serves a handler of Lambda function URLs like AWS: bodies in base64, header names in lower case. */
const { handler } = await import(new URL("../../../docs/receivers/lambda-url.mjs", import.meta.url).href);
async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString("base64");
  const { statusCode } = await handler({ headers: request.headers, body, isBase64Encoded: true });
  response.writeHead(statusCode).end();
}

const server = createServer((request, response) => {
  void serve(request, response);
});
server.listen(0, "127.0.0.1", () => {
  console.log(`Listening on ${(server.address() as AddressInfo).port}`);
});
