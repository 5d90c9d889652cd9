/**
 * Which of a name's addresses the bridge connects to: both families, or only IPv4 where the network has no route for
 * IPv6.
 */
export type AddressFamily = "ipv4" | "both";

/**
 * Ms that an address gets to answer before the next one is tried and this one is given up. Node's default of 250 ms
 * gives up on distant hosts; a longer limit would leave less than half of a webhook's shortest deadline for the next
 * address.
 */
export const addressTimeout = 1_500;
