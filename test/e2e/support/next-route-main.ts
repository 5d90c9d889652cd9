import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Serves the route in docs/receivers like Next.js: its exported function gets a Request and returns a Response. */
const { POST } = await import(new URL("../../../docs/receivers/next-route.mjs", import.meta.url).href);
async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]);
  const { status } = await POST(
    new Request("http://receiver.test/hook", { method: "POST", headers, body: Buffer.concat(chunks) }),
  );
  response.writeHead(status).end();
}

const server = createServer((request, response) => {
  void serve(request, response);
});
server.listen(0, "127.0.0.1", () => {
  console.log(`Listening on ${(server.address() as AddressInfo).port}`);
});
