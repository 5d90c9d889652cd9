/** Words of pages/portal-links.tsx. */
export const portalLinksText = {
  portalLinks: "Portal links",
  whatTheyAre:
    "Each opens the portal once, within ten minutes, for a session of an hour. A link and its session end with the key that made them.",
  noLinkYet: "No link can be opened, and no session lasts",
  state: "State",
  states: { unopened: "Not opened yet", open: "Session" },
  may: "May",
  accesses: { read: "Look (read)", manage: "Change (manage)" },
  madeWith: "Made with",
  made: "Made",
  ends: "Ends",
  revoke: "Revoke",
  revokeOne: (id: string) => `Revoke ${id}`,
  revokeQuestion: { unopened: "Revoke this link?", open: "End this session?" },
  revokeIt: "Revoke it",
  theNextRequestWithIt: "The next request with it is refused. This can't be taken back.",
  theLinkWasRevoked: "The link was revoked",
  moreThanShown: "There are more than these 200: the command feedhook links list shows all.",
  makeALink: "Make a link",
  theNewLink: "The new link",
  theAddress: "the address",
};
