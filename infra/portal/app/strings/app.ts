/** Words of app.tsx. */
export const appText = {
  openingTheLink: "Opening the link",
  backToTheWholeBridge: "Back to the whole bridge",
  signInWithAnotherKey: "Sign in with another key",
  youSeeWhat: "You see what",
  seesWhatYouDoIs: "sees. What you do is done for it.",
  thereIsNoSuchPage: "There is no such page",
  goToTheOverview: "Go to the overview",
};
