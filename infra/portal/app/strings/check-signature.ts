/** Words of logic/check-signature.ts. */
export const checkSignatureText = {
  pasteTheHeadersAsThey:
    "Paste the headers as they arrived, one on each line. Some proxies drop headers that they don't know.",
  aSigningSecretIsWhsec:
    "A signing secret is whsec_ and base64, as the portal showed it once. Rotate it if it is lost.",
  theSecretCantBeRead: "The secret can't be read",
  webhookSignatureHoldsNoSignature: "webhook-signature holds no signature that begins with v1,",
  oneOfSeveralARotation: " (one of several: a rotation is under way)",
  theSignatureIsRight: (inOrder: string) => `The signature is right${inOrder}`,
  decodeWhatFollowsWhsecFrom:
    "Decode what follows whsec_ from base64 and sign with those bytes, as Standard Webhooks libraries do.",
  theSignatureWasMadeWith: "The signature was made with the secret's text instead of its bytes",
  theSignatureDoesntFitThis: "The signature doesn't fit this body and this secret",
  eitherTheSecretIsAnother:
    "Either the secret is another subscription's, or an old one whose overlap has ended, or the body isn't the one that was signed. Compare the endpoint's signing keys, and check the bytes before any JSON parser saw them.",
  theBodyLooksAsIf: "The body looks as if a JSON parser had written it anew",
  itSpansSeveralLinesAnd: "It spans several lines, and Feedhook sends one line. Verify the raw bytes of the request.",
  webhookTimestampIsNotA: "webhook-timestamp is not a number of seconds",
  thisClockOrTheReceivers: "This clock or the receiver's runs behind: synchronise it (NTP).",
  theTimestampLiesMinutesIn: (minutes: number) => `The timestamp lies ${minutes} minutes in the future`,
  receiversRefuseWhatIsOlder:
    "Receivers refuse what is older than 5 minutes. An old message that was pasted now is no fault; a fresh one that looks this old means that the receiver's clock runs ahead.",
  theTimestampIsMinutesOld: (minutes: number) => `The timestamp is ${minutes} minutes old`,
  verifyTheRawBytesOf:
    "Verify the raw bytes of the request, before a framework parses them (express.raw, request.get_data()).",
  theBodyWasParsedAnd: "The body was parsed and written anew (re-serialised)",
  whiteSpaceWasAddedAround: "White space was added around the body",
  lineEndsOfTheBody: "Line ends of the body were changed",
  missing: (headers: readonly string[]) => `There is no ${headers.join(" and no ")}`,
};
