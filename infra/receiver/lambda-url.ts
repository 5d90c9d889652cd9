import type { Receiver } from "./receiver.ts";

/** The handler uses this part of a request to a function URL, or to an HTTP API of API Gateway. */
export type LambdaUrlRequest = {
  readonly headers: { readonly [name: string]: string | undefined };
  readonly body?: string;
  readonly isBase64Encoded: boolean;
};

/**
 * The handler of a Lambda function URL. A function is frozen once it has responded, so the receiver's `handle` must put
 * the event into a queue or a table. A function's instances share nothing, so the receiver's memory must be in a table.
 */
export function lambdaUrlHandler(receiver: Receiver): (request: LambdaUrlRequest) => Promise<{ statusCode: number }> {
  return async ({ headers, body = "", isBase64Encoded }) => {
    const bytes = isBase64Encoded ? Uint8Array.from(atob(body), (character) => character.charCodeAt(0)) : body;
    const { status } = await receiver.receive(headers, bytes);
    return { statusCode: status };
  };
}
