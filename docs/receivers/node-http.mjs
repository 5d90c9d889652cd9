import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET); // whsec_…
const seen = new Set(); // In production: a table with the event's id as key, which survives a restart.

const server = createServer(async (request, response) => {
  // The bytes as they arrived: JSON that is parsed and written again doesn't verify.
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  let event;
  try {
    event = webhook.verify(Buffer.concat(chunks), request.headers);
  } catch {
    response.writeHead(401).end();
    return;
  }
  // Answer first, then work: after 3 seconds, the bridge sends the event again.
  response.writeHead(204).end();
  if (seen.has(event.id)) return;
  seen.add(event.id);
  handle(event);
});

function handle(event) {
  console.log(`${event.type} ${event.id}`);
}

server.listen(process.env.PORT ?? 3000, "127.0.0.1", () => console.log(`Listening on ${server.address().port}`));
