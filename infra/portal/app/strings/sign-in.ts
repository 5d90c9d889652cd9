/** Words of pages/sign-in.tsx. */
export const signInText = {
  apiKey: "API key",
  itBeginsWithFhIt: "It begins with fh_. It stays in this browser tab and is forgotten with it.",
  signIn: "Sign in",
  partnersGetTheirKeyFrom:
    "Partners get their key from the operator of this bridge. The operator's own key is printed when the bridge starts.",
};
