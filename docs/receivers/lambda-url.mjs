import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET); // whsec_…
// Instances of a function share no memory: in production, use a DynamoDB table with the event's id as key, and a put on
// condition that it isn't there.
const seen = new Set();

/** The handler of a Lambda function URL. It stores the event and answers; another function does the work. */
export async function handler({ headers, body = "", isBase64Encoded }) {
  // The bytes as they arrived: a function URL encodes some of them in base64.
  const bytes = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
  let event;
  try {
    event = webhook.verify(bytes, headers);
  } catch {
    return { statusCode: 401 };
  }
  if (!seen.has(event.id)) {
    // A Lambda is frozen once it has answered, so the event goes to a queue first: replace this line by a SendMessage.
    await handle(event);
    seen.add(event.id);
  }
  return { statusCode: 204 };
}

async function handle(event) {
  console.log(`${event.type} ${event.id}`);
}
