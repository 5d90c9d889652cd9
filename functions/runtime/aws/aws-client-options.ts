/**
 * Options for every SDK client. By default, the SDK has only 50 sockets and no time limit, so a hung socket would hold
 * a Lambda function until its timeout. Without `throwOnRequestTimeout`, the time limit only logs a warning.
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
