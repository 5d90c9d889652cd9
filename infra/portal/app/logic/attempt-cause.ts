import type { components } from "../../../api-client/api-types.ts";

type Kind = components["schemas"]["Subscription"]["kind"];
type Attempt = Pick<components["schemas"]["Attempt"], "status" | "error">;

export type Cause = { readonly title: string; readonly advice: string };

export const failures = {
  dns: {
    title: "The host name didn't resolve",
    advice: "Check the spelling of the URL and the DNS record for its host name.",
  },
  connect: {
    title: "The connection to the server failed",
    advice: "Check that the server is running and that its firewall allows HTTPS requests from the internet.",
  },
  tls: {
    title: "The TLS handshake failed",
    advice: "Check that the certificate is valid, covers this host name, and is sent with its full chain.",
  },
  timeout: {
    title: "The endpoint didn't respond in time",
    advice: "Return 204 as soon as the event is stored, and process the event afterwards.",
  },
  blocked: {
    title: "Feedhook can't send to this URL",
    advice: "Use an https URL with a host name that resolves only to public addresses.",
  },
  protocol: {
    title: "The server didn't send a valid HTTP response",
    advice: "Check the port, and make sure a web server is listening on it.",
  },
} as const satisfies { [error in NonNullable<Attempt["error"]>]: Cause };

const serverAdvice = "Check what your server logged at the time of the attempt.";

/** The keys are statuses and classes of statuses. */
type Causes = { readonly [status: string]: readonly [title: string, advice: string] };

const denied =
  "If your code verifies signatures, use the signature checker to confirm that your code has the right secret. If a gateway requires a header, add it in this endpoint's settings.";
const noRoute = "Check the path of the URL, and make sure the route accepts POST requests.";

const tooMany = [
  "The endpoint received too many requests",
  "In the endpoint's delivery options, set or lower the maximum deliveries per second.",
] as const;

const ofEndpoint: Causes = {
  "3xx": ["The endpoint returned a redirect", "Feedhook doesn't follow redirects. Use the final URL instead."],
  401: ["The endpoint denied access", denied],
  403: ["The endpoint denied access", denied],
  404: ["The server has no POST route at this path", noRoute],
  405: ["The server has no POST route at this path", noRoute],
  410: ["The endpoint returned 410 Gone", "Check the URL. A 410 response to an event disables the endpoint."],
  413: [
    "The endpoint rejected the event as too large",
    "Raise your server's request body limit to at least 256 KB, or switch to the thin payload.",
  ],
  429: tooMany,
  "4xx": ["The endpoint rejected the request", "Check the response and your server's logs."],
  "5xx": ["The endpoint returned an error", serverAdvice],
};

const ofAws: Causes = {
  403: [
    "AWS denied access",
    "Check that the role exists, is allowed to send, and lets Feedhook assume it with the external ID. The endpoint's page has the commands that create the role.",
  ],
  404: ["The destination doesn't exist", "Create the destination, or change the target in the endpoint's settings."],
  413: [
    "The event is too large for AWS",
    "Read the event on its page or with the API. Feedhook sends events of up to 255 KB to AWS.",
  ],
  429: tooMany,
};

export function causeOf({ status, error }: Attempt, kind: Kind = "push"): Cause {
  const isInAws = kind !== "push" && kind !== "pull";
  if (isInAws && error === "blocked")
    return { title: "Feedhook has no credentials for AWS", advice: "Ask the operator to configure them." };
  if (error !== undefined && !isInAws) return failures[error];
  if (status === undefined) {
    return isInAws
      ? { title: "AWS didn't respond", advice: "Check AWS's health page for the region." }
      : { title: "The endpoint didn't respond", advice: serverAdvice };
  }
  if (status < 300) return { title: "Delivered", advice: "" };
  const known = isInAws ? ofAws : ofEndpoint;
  const [title, advice] = known[status] ??
    known[`${Math.floor(status / 100)}xx`] ?? ["AWS returned an error", "Check the response."];
  return { title: status === 410 && !isInAws ? title : `${title} (${status})`, advice };
}

export function causeText(attempt: Attempt, kind?: Kind): string {
  const { title, advice } = causeOf(attempt, kind);
  return `${title}. ${advice}`;
}
