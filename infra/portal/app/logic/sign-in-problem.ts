const problems: Readonly<Record<string, string>> = {
  expired:
    "This sign-in took more than ten minutes, was replaced by a newer one, or began at a different portal address. Sign in again.",
  "no-group":
    "None of your groups has access to this portal. Ask an operator to add you to a group that does, or to add one of your groups to Feedhook's configuration.",
  "no-email":
    "Your identity provider sent no verified email address, which the audit log needs. Ask an operator to check the client's scopes and claims.",
  refused:
    "Your identity provider refused the sign-in. Try again. If that doesn't help, ask an operator to check the client's settings.",
  unreachable: "Feedhook can't reach your identity provider. Try again in a minute, or sign in with an API key.",
  invalid:
    "Your identity provider's response failed Feedhook's checks, so you aren't signed in. Try again. If that doesn't help, ask an operator to look for sign_in.refused in the log.",
  "too-many": "Too many operators are signed in. Ask one of them to revoke a session on the Keys page.",
};

/** The reason comes from the URL, where anyone can put any text, so an unknown reason isn't shown. */
export function signInProblem(reason: string): string {
  return (Object.hasOwn(problems, reason) && problems[reason]) || "You aren't signed in. Sign in again.";
}
