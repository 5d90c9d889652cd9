/** Words of pages/rotate-secret.tsx. */
export const rotateSecretText = {
  forADay: "for a day",
  forAWeek: "for a week",
  forAnHour: "for an hour",
  notAtAllTheOld: "not at all: the old secret has leaked",
  theNewSigningSecret: "The new signing secret",
  theSecret: "the secret",
  rotateTheSigningSecret: "Rotate the signing secret?",
  rotateIt: "Rotate it",
  youGetANewSecret:
    "You get a new secret. Until the overlap ends, each webhook carries a signature of both, so that your receiver can change over without losing any.",
  theOldSecretGoesOn: "The old secret goes on signing",
};
