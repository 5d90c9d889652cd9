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

export function causeOf({ status, error }: Attempt, kind: Kind = "push"): Cause {
  if (kind !== "push" && kind !== "pull") return causeInAws(status, error);
  if (error !== undefined) return failures[error];
  if (status === undefined) return { title: "The endpoint didn't respond", advice: serverAdvice };
  return causeOfStatus(status);
}

function causeOfStatus(status: number): Cause {
  const suffix = ` (${status})`;
  if (status < 300) return { title: "Delivered", advice: "" };
  if (status < 400)
    return {
      title: `The endpoint returned a redirect${suffix}`,
      advice: "Feedhook doesn't follow redirects. Use the final URL instead.",
    };
  switch (status) {
    case 401:
    case 403:
      return {
        title: `The endpoint denied access${suffix}`,
        advice:
          "If your code verifies signatures, use the signature checker to confirm that your code has the right secret. If a gateway requires a header, add it in this endpoint's settings.",
      };
    case 404:
    case 405:
      return {
        title: `The server has no POST route at this path${suffix}`,
        advice: "Check the path of the URL, and make sure the route accepts POST requests.",
      };
    case 410:
      return {
        title: "The endpoint returned 410 Gone",
        advice: "Check the URL. A 410 response to an event disables the endpoint.",
      };
    case 413:
      return {
        title: `The endpoint rejected the event as too large${suffix}`,
        advice: "Raise your server's request body limit to at least 256 KB, or switch to the thin payload.",
      };
    case 429:
      return {
        title: `The endpoint received too many requests${suffix}`,
        advice: "In the endpoint's delivery options, set or lower the maximum deliveries per second.",
      };
  }
  if (status >= 500) return { title: `The endpoint returned an error${suffix}`, advice: serverAdvice };
  return {
    title: `The endpoint rejected the request${suffix}`,
    advice: "Check the response and your server's logs.",
  };
}

function causeInAws(status: number | undefined, error: Attempt["error"]): Cause {
  if (error === "blocked")
    return { title: "Feedhook has no credentials for AWS", advice: "Ask the operator to configure them." };
  if (status === undefined) return { title: "AWS didn't respond", advice: "Check AWS's health page for the region." };
  const suffix = ` (${status})`;
  switch (status) {
    case 200:
      return { title: "Delivered", advice: "" };
    case 403:
      return {
        title: `AWS denied access${suffix}`,
        advice:
          "Check that the role exists, is allowed to send, and lets Feedhook assume it with the external ID. The endpoint's page has the commands that create the role.",
      };
    case 404:
      return {
        title: `The destination doesn't exist${suffix}`,
        advice: "Create the destination, or change the target in the endpoint's settings.",
      };
    case 413:
      return {
        title: `The event is too large for AWS${suffix}`,
        advice: "Read the event on its page or with the API. Feedhook sends events of up to 255 KB to AWS.",
      };
    case 429:
      return causeOfStatus(status);
    default:
      return { title: `AWS returned an error${suffix}`, advice: "Check the response." };
  }
}

const serverAdvice = "Check what your server logged at the time of the attempt.";

export function causeText(attempt: Attempt, kind?: Kind): string {
  const { title, advice } = causeOf(attempt, kind);
  return `${title}. ${advice}`;
}
