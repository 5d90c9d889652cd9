/**
 * Options for every SDK client. By default, the SDK has only 50 sockets and no time limit, so a hung socket would block
 * a Lambda function until the function times out. Without `throwOnRequestTimeout`, the time limit only logs a warning.
 */
export const clientOptions = {
  maxAttempts: 4,
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 5_000,
    throwOnRequestTimeout: true,
    httpsAgent: { maxSockets: 200 },
  },
};
