import { subscribe } from "node:diagnostics_channel";
import { createServer } from "node:http";
import * as z from "zod";
import { startSandbox } from "../../infra/sandbox/start-sandbox.ts";

/**
 * The sandbox as a separate process, and a second server that says which requests the sandbox got. A benchmark can thus
 * see what a bridge has read without asking the bridge, whose time it measures. A POST begins again at zero.
 */
let owners = new Set<string>();
let [visits, ownerRequests] = [0, 0];

const started = z.object({ request: z.object({ url: z.string() }) });
subscribe("http.server.request.start", (message) => {
  const { pathname, searchParams } = new URL(started.parse(message).request.url, "http://source");
  const id = searchParams.get("entityId");
  if (id === null) return;
  ownerRequests += 1;
  owners.add(`${searchParams.get("entityType")}/${id}`);
  // A visit of an owner without changes is one request for the owner's change feed.
  if (pathname.endsWith("/document/changes")) visits += 1;
});

const sandbox = await startSandbox(JSON.parse(process.argv[2] ?? "{}"));
const counts = createServer((request, response) => {
  if (request.method === "POST") {
    owners = new Set();
    [visits, ownerRequests] = [0, 0];
  }
  response.end(JSON.stringify({ owners: owners.size, visits, ownerRequests }));
});
counts.listen(0, "127.0.0.1", () => {
  const address = counts.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const said = { url: sandbox.url, instances: sandbox.instances, counts: `http://127.0.0.1:${port}` };
  console.log(`ready ${JSON.stringify(said)}`);
});
process.on("SIGTERM", () => {
  void sandbox.close().then(() => process.exit(0));
});
