// app/hook/route.js of a Next.js application. In TypeScript, add types.
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET); // whsec_…
const seen = new Set(); // In production, use a table with the event's id as its key.

export async function POST(request) {
  // Read the raw text, because the signature covers the body as it arrived.
  const body = await request.text();
  let event;
  try {
    event = webhook.verify(body, Object.fromEntries(request.headers));
  } catch {
    return new Response(null, { status: 401 });
  }
  // An example, which you send to try a receiver, is about no real change.
  if (!event.example && !seen.has(event.id)) {
    // The host may freeze a route after it responds, so put the event in a queue first.
    await handle(event);
    seen.add(event.id);
  }
  return new Response(null, { status: 204 });
}

async function handle(event) {
  console.log(`${event.type} ${event.id}`);
}
