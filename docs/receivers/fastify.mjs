import fastify from "fastify";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET); // whsec_…
const seen = new Set(); // In production: a table with the event's id as key, which survives a restart.
const app = fastify();

// A separate scope: only its routes get bodies as bytes; the rest of the application still gets them parsed.
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
    // Answer first, then work: after 3 seconds, the bridge sends the event again.
    reply.code(204).send();
    if (seen.has(event.id)) return reply;
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
