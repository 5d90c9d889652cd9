import express from "express";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET); // whsec_…
const seen = new Set(); // In production, use a table with the event's id as its key.
const app = express();

// Use express.raw, and put this route before any app.use(express.json()), which would parse the body.
app.post("/hook", express.raw({ type: "*/*", limit: "1mb" }), (request, response) => {
  let event;
  try {
    event = webhook.verify(request.body, request.headers);
  } catch {
    response.sendStatus(401);
    return;
  }
  // Respond first, then process the event. After 3 seconds without a response, the bridge sends it again.
  response.sendStatus(204);
  // An example, which you send to try a receiver, is about no real change.
  if (event.example || seen.has(event.id)) return;
  seen.add(event.id);
  handle(event);
});

function handle(event) {
  console.log(`${event.type} ${event.id}`);
}

const server = app.listen(process.env.PORT ?? 3000, "127.0.0.1", () => {
  console.log(`Listening on ${server.address().port}`);
});
