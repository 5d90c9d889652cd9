import fastify from "fastify";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET); // whsec_…
const seen = new Set(); // In production, use a table with the event's id as its key.
const app = fastify();

// In this scope, routes get the body as bytes. Other routes still get parsed bodies.
app.register(async (hooks) => {
  hooks.removeAllContentTypeParsers();
  hooks.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  hooks.post("/hook", async (request, reply) => {
    let event;
    try {
      event = webhook.verify(request.body, request.headers);
    } catch {
      return reply.code(401).send();
    }
    // Respond first, then process the event. After 3 seconds without a response, the bridge sends it again.
    reply.code(204).send();
    // An example, which you send to try a receiver, is about no real change.
    if (event.example || seen.has(event.id)) return reply;
    seen.add(event.id);
    handle(event);
    return reply;
  });
});

function handle(event) {
  console.log(`${event.type} ${event.id}`);
}

await app.listen({ port: Number(process.env.PORT ?? 3000), host: "127.0.0.1" });
console.log(`Listening on ${app.server.address().port}`);
