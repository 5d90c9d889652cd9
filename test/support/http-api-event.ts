import type { IncomingHttpHeaders } from "node:http";

export type ClientRequest = {
  readonly method: string;
  /** The path and the query as the client sends them, percent-encoded. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body?: string | undefined;
  readonly isBase64Encoded?: boolean;
};

/**
 * The event (payload format 2.0) that API Gateway's HTTP API makes from a request. Its `rawPath` is decoded, except for
 * `%25`, and ends before a decoded `?`. Its `rawQueryString` is as the client sent it.
 */
export function httpApiEvent({ method, target, headers, body, isBase64Encoded = false }: ClientRequest) {
  const [path = "", ...query] = target.split("?");
  const [rawPath = ""] = decodeURIComponent(path.replaceAll("%25", "%2525")).split("?");
  return {
    version: "2.0",
    routeKey: "$default",
    rawPath,
    rawQueryString: query.join("?"),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString()])),
    body: body ?? null,
    isBase64Encoded,
    requestContext: {
      accountId: "1",
      apiId: "a",
      authentication: null,
      authorizer: {},
      domainName: "api.example.com",
      domainPrefix: "api",
      http: { method, path: rawPath, protocol: "HTTP/1.1", sourceIp: "192.0.2.1", userAgent: "test" },
      requestId: "r",
      routeKey: "$default",
      stage: "$default",
      time: "",
      timeEpoch: 0,
    },
  };
}
