/** The address families that the bridge connects to: both, or only IPv4 where the network has no route for IPv6. */
export type AddressFamily = "ipv4" | "both";

/**
 * Ms after which an address that doesn't answer is given up and the next one is tried. Node's default of 250 ms gives
 * up on distant hosts. A longer limit would leave the next address less than half of a webhook's shortest deadline.
 */
export const addressTimeout = 1_500;
