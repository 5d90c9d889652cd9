/** Words of pages/signature-checker.tsx. */
export const signatureCheckerText = {
  signatureChecker: "Signature checker",
  whyDoesntThisWebhookVerify: "Why doesn't this webhook verify? Nothing that you paste leaves this browser.",
  headers: "Headers",
  webhookIdEvtWebhookTimestamp: "webhook-id: evt_…\nwebhook-timestamp: 1767225600\nwebhook-signature: v1,…",
  body: "Body",
  exactlyAsItArrivedBefore: "Exactly as it arrived, before any parser.",
  signingSecret: "Signing secret",
  whsec: "whsec_…",
  check: "Check",
  howItIsSigned: "How it is signed",
  theSignatureIsHmacSha256: "The signature is HMAC-SHA256 over",
  withTheBytesThatStand: "with the bytes that stand behind",
  inBase64AsStandardWebhooks: "in base64, as Standard Webhooks says.",
  useOneOfItsLibraries: "Use one of its libraries, and give it the raw body.",
};
