/** Names of headers that HTTP, Standard Webhooks, intermediaries and metadata services use. */
const reserved = new Set([
  "accept-encoding",
  "connection",
  "cookie",
  "date",
  "expect",
  "forwarded",
  "host",
  "http2-settings",
  "keep-alive",
  "metadata",
  "metadata-flavor",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "via",
  "x-real-ip",
]);
const reservedPrefixes = [
  "ce-",
  "content-",
  "proxy-",
  "sec-",
  "webhook-",
  "x-amz-",
  "x-aws-",
  "x-forwarded-",
  "x-google-",
];

const mostHeaders = 20;
const longestName = 64;
const mostBytes = 4_096;

export type HeaderFault = { readonly name: string; readonly message: string };

/** The form in which header names are compared and sent. */
export function normalHeaderName(name: string): string {
  return name.toLowerCase();
}

/**
 * A fault's `name` is "" if the header's name is malformed, or if the fault concerns all headers together. Faults never
 * repeat values. Values are checked because a line break in one could begin another header or another request.
 */
export function headerFaults(headers: readonly (readonly [name: string, value: string])[]): readonly HeaderFault[] {
  const faults: HeaderFault[] = [];
  const seen = new Set<string>();
  for (const [given, value] of headers) {
    const name = normalHeaderName(given);
    if (name.length > longestName || !/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) {
      faults.push({ name: "", message: `must have names that are HTTP tokens of at most ${longestName} characters` });
      continue;
    }
    if (reserved.has(name) || reservedPrefixes.some((prefix) => name.startsWith(prefix))) {
      faults.push({ name: given, message: "is reserved" });
    } else if (seen.has(name)) faults.push({ name: given, message: "is listed twice" });
    if (!/^[!-~]([ -~]*[!-~])?$/.test(value)) {
      faults.push({
        name: given,
        message: "must be printable ASCII, must not be empty, and must not begin or end with a space",
      });
    }
    seen.add(name);
  }
  return [...faults, ...totalFaults(headers.map(([name, value]) => ({ name, bytes: value.length })))];
}

/** `bytes` is the length of the value. */
export function totalFaults(
  headers: readonly { readonly name: string; readonly bytes: number }[],
): readonly HeaderFault[] {
  const faults: HeaderFault[] = [];
  if (headers.length > mostHeaders) faults.push({ name: "", message: `must have at most ${mostHeaders} entries` });
  const total = headers.reduce((sum, { name, bytes }) => sum + name.length + bytes, 0);
  if (total > mostBytes) faults.push({ name: "", message: `must have at most ${mostBytes} bytes of names and values` });
  return faults;
}
