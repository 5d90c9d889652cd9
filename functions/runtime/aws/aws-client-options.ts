/**
 * For every SDK client. The SDK's own defaults are no time limit, which lets a hung socket hold a function until it is
 * killed, and 50 sockets; and without `throwOnRequestTimeout` its time limit only warns.
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
