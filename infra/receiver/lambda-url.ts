import type { Receiver } from "./receiver.ts";

/** The part that the handler uses of a request to a Lambda function URL or an HTTP API of API Gateway. */
export type LambdaUrlRequest = {
  readonly headers: { readonly [name: string]: string | undefined };
  readonly body?: string;
  readonly isBase64Encoded: boolean;
};

/**
 * The handler of a Lambda function URL. A function is frozen once it has responded, so the receiver's `handle` must put
 * the event into a queue or a table. The receiver's memory must be in a table, because instances of a function share
 * nothing.
 */
export function lambdaUrlHandler(receiver: Receiver): (request: LambdaUrlRequest) => Promise<{ statusCode: number }> {
  return async ({ headers, body = "", isBase64Encoded }) => {
    const bytes = isBase64Encoded ? Uint8Array.from(atob(body), (character) => character.charCodeAt(0)) : body;
    const { status } = await receiver.receive(headers, bytes);
    return { statusCode: status };
  };
}
