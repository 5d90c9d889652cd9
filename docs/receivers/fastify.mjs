import fastify from "fastify";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET); // whsec_…
const seen = new Set(); // In production: a table with the event's id as key, so that a restart forgets nothing.
const app = fastify();

// A scope of its own: only its routes get bodies as bytes, and the rest of the application gets them parsed as before.
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
    // First the answer, then the work: who takes longer than 3 seconds is sent the event again.
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
