/** The address families that the bridge connects to: both, or only IPv4 if the network has no route for IPv6. */
export type AddressFamily = "ipv4" | "both";

/**
 * After this time (ms), an address that doesn't respond is given up and the next one is tried. Node's default of 250 ms
 * gives up on distant hosts. A longer limit would leave the next address less than half of a webhook's shortest
 * deadline.
 */
export const addressTimeout = 1_500;
