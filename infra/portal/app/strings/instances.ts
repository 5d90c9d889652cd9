/** Words of pages/instances.tsx. */
export const instancesText = {
  instances: "Instances",
  eachIsOneCustomersInstallation: "Each is one customer's installation that the bridge reads",
  connectAnInstance: "Connect an instance",
  noInstanceYet: "No instance yet",
  name: "Name",
  status: "Status",
  firstContact: "First contact",
  longestWait: "Longest wait",
  requestsPerSecond: "Requests per second",
  of: (current: number, requestsPerSecond: number) => `${current} of ${requestsPerSecond}`,
  connected: "Connected",
};
