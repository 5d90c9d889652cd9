/**
 * Options for every SDK client. By default the SDK has no time limit, so a hung socket would hold a function until it
 * is killed, and only 50 sockets. Without `throwOnRequestTimeout`, its time limit only logs a warning.
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
