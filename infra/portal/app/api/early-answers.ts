import type { Entrance } from "./entrance.ts";

const early = new Map<string, Promise<Response>>();

const identityOf = (address: string, headers: Headers) =>
  [address, headers.get("authorization"), headers.get("feedhook-partner")].join(" ");

export function askEarly(path: string, { key = "", partner }: Entrance): void {
  const headers = new Headers({ authorization: `Bearer ${key}`, ...(partner && { "feedhook-partner": partner }) });
  const address = `${location.origin}${path}`;
  const answering = fetch(address, { headers });
  // If no code takes the response, the browser must not report a failed request as unhandled.
  answering.catch(() => undefined);
  early.set(identityOf(address, headers), answering);
}

/** Returns an early response only once, because later requests need a new one. */
export function takeEarly(request: Request): Promise<Response> | undefined {
  const identity = identityOf(request.url, request.headers);
  const answering = request.method === "GET" ? early.get(identity) : undefined;
  early.delete(identity);
  return answering;
}
