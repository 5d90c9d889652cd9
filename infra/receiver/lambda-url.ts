import type { Receiver } from "./receiver.ts";

/** The used part of a request of a Lambda function URL, or of an HTTP API of API Gateway. */
export type LambdaUrlRequest = {
  readonly headers: { readonly [name: string]: string | undefined };
  readonly body?: string;
  readonly isBase64Encoded: boolean;
};

/**
 * The handler of a Lambda function URL. A function is frozen once it has answered, so the receiver's `handle` has to
 * put the event into a queue or a table. Its memory has to be a table, because the instances of a function share no
 * memory.
 */
export function lambdaUrlHandler(receiver: Receiver): (request: LambdaUrlRequest) => Promise<{ statusCode: number }> {
  return async ({ headers, body = "", isBase64Encoded }) => {
    const bytes = isBase64Encoded ? Uint8Array.from(atob(body), (character) => character.charCodeAt(0)) : body;
    const { status } = await receiver.receive(headers, bytes);
    return { statusCode: status };
  };
}
