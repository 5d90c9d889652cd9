import type { components } from "../../../api-client/api-types.ts";
import { inPortalWords } from "./sentence.ts";

type Problem = Partial<components["schemas"]["Problem"]>;
type FieldError = NonNullable<Problem["errors"]>[number];

/** Names for the API's fields, mostly the forms' labels. */
const fields: ReadonlyMap<string, string> = new Map([
  ["code", "Confirmation code"],
  ["email", "Email address"],
  ["slackUrl", "Incoming webhook URL"],
  ["teamsUrl", "Workflow URL"],
  ["pagerduty.routingKey", "Integration key"],
  ["pagerduty.url", "Region"],
  ["kind", "Delivery method"],
  ["url", "URL"],
  ["destination.target", "Destination"],
  ["destination.roleArn", "Role ARN"],
  ["ordered", "Deliver in order"],
  ["description", "Name"],
  ["name", "Name"],
  ["person.name", "Person"],
  ["person.email", "Person's email"],
  ["eventTypes", "Events"],
  ["filter", "Filter"],
  ["data", "Example data"],
  ["instances", "Instances"],
  ["timeoutSeconds", "Response timeout"],
  ["maxConcurrency", "Maximum concurrent deliveries"],
  ["ratePerSecond", "Maximum deliveries per second"],
  ["headers", "Headers"],
  ["secret", "Signing secret"],
  ["signing", "Signature"],
  ["since", "From"],
  ["until", "To"],
  ["perSecond", "Maximum rate"],
  ["subject", "Record"],
  ["credentials.clientId", "Client ID"],
  ["credentials.clientSecret", "Client secret"],
  ["clientId", "Client ID"],
  ["clientSecret", "Client secret"],
  ["requestsPerSecond", "Requests per second"],
]);

/** `Events (entry 2)` for `eventTypes.1`, and `Header x-api-key` for `headers.x-api-key`. */
function labelOf(field: string): string {
  const [, list = field, index] = /^(.*)\.(\d+)$/.exec(field) ?? [];
  const label = fields.get(list);
  if (label === undefined) return field.replace(/^headers\./, "Header ").replace(/^filter\./, "Filter: ");
  return index === undefined ? label : `${label} (entry ${Number(index) + 1})`;
}

/** Puts the field's label before the API's message: `URL must be an https URL.` */
export const fieldSentence = ({ field, message }: FieldError): string => `${labelOf(field)} ${inPortalWords(message)}.`;

/** `status` is 0 if there was no response. */
export function problemText(status: number, { title, detail, errors = [] }: Problem): string {
  if (errors.length > 0) return errors.map(fieldSentence).join(" ");
  if (detail !== undefined) return inPortalWords(detail);
  if (title !== undefined && status < 500) return `${title}.`;
  // A server error's title gives the user nothing to act on.
  return `Feedhook returned an error (${status}). Try again in a minute.`;
}
