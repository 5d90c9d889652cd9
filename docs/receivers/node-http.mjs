import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET); // whsec_…
const seen = new Set(); // In production, use a table with the event's id as its key.

const server = createServer(async (request, response) => {
  // Read the raw bytes. Parsing the JSON and serialising it again would break the signature.
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  let event;
  try {
    event = webhook.verify(Buffer.concat(chunks), request.headers);
  } catch {
    response.writeHead(401).end();
    return;
  }
  // Respond first, then process the event. After 3 seconds without a response, the bridge sends it again.
  response.writeHead(204).end();
  // An example, which you send to try a receiver, is about no real change.
  if (event.example || seen.has(event.id)) return;
  seen.add(event.id);
  handle(event);
});

function handle(event) {
  console.log(`${event.type} ${event.id}`);
}

server.listen(process.env.PORT ?? 3000, "127.0.0.1", () => console.log(`Listening on ${server.address().port}`));
