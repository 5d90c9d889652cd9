import type { Receiver } from "./receiver.ts";

/** What is used of the request of a Lambda function URL, or of an HTTP API of API Gateway. */
export type LambdaUrlRequest = {
  readonly headers: { readonly [name: string]: string | undefined };
  readonly body?: string;
  readonly isBase64Encoded: boolean;
};

/**
 * The handler of a Lambda function URL. A function stands still once it has answered, so the receiver's `handle` has to put
 * the event into a queue or a table; and its memory has to be a table, since the instances of a function share nothing.
 */
export function lambdaUrlHandler(receiver: Receiver): (request: LambdaUrlRequest) => Promise<{ statusCode: number }> {
  return async ({ headers, body = "", isBase64Encoded }) => {
    const bytes = isBase64Encoded ? Uint8Array.from(atob(body), (character) => character.charCodeAt(0)) : body;
    const { status } = await receiver.receive(headers, bytes);
    return { statusCode: status };
  };
}
