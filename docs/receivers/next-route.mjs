// app/hook/route.js of a Next.js application; in TypeScript the same, with types.
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET); // whsec_…
const seen = new Set(); // In production: a table with the event's id as key, which survives a restart.

export async function POST(request) {
  // The text as it arrived, before anything parses it.
  const body = await request.text();
  let event;
  try {
    event = webhook.verify(body, Object.fromEntries(request.headers));
  } catch {
    return new Response(null, { status: 401 });
  }
  if (!seen.has(event.id)) {
    // A host may freeze a route once it has answered, so the event goes to a queue first.
    await handle(event);
    seen.add(event.id);
  }
  return new Response(null, { status: 204 });
}

async function handle(event) {
  console.log(`${event.type} ${event.id}`);
}
