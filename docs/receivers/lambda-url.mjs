import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET); // whsec_…
// Instances of a function don't share memory. In production, use a DynamoDB table with the event's id as its key, and put
// each id on the condition that it doesn't exist.
const seen = new Set();

/** The handler of a Lambda function URL. It stores the event and responds. Another function processes the event. */
export async function handler({ headers, body = "", isBase64Encoded }) {
  // Restore the original bytes, because a function URL encodes some bodies in base64.
  const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
  let event;
  try {
    event = webhook.verify(bytes, headers);
  } catch {
    return { statusCode: 401 };
  }
  // An example, which you send to try a receiver, is about no real change.
  if (!event.example && !seen.has(event.id)) {
    // Lambda freezes a function after it responds, so put the event in a queue first. Replace this line with SendMessage.
    await handle(event);
    seen.add(event.id);
  }
  return { statusCode: 204 };
}

async function handle(event) {
  console.log(`${event.type} ${event.id}`);
}
