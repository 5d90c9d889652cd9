export const signings = [
  ["hmac", "HMAC: with a secret that your receiver also has"],
  ["ed25519", "Ed25519: with a private key that stays in Feedhook"],
] as const;
