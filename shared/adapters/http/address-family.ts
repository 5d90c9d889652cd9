/** Which addresses of a name are connected to: those of both families, or only those of IPv4 where no way out has IPv6. */
export type AddressFamily = "ipv4" | "both";

/**
 * Ms for an address to answer before the next one is tried, while the first goes on no longer. Node's 250 ms give up on
 * whoever is far away; with more, half of the shortest deadline of a webhook remains for the next address.
 */
export const addressTimeout = 1_500;
