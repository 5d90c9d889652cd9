export const signings = [
  ["hmac", "HMAC (your receiver has the same secret)"],
  ["ed25519", "Ed25519 (the private key stays in Feedhook)"],
] as const;
