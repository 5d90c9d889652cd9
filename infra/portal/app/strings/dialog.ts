/** Words of components/dialog.tsx. */
export const dialogText = {
  cancel: "Cancel",
  itIsShownThisOnce: "It is shown this once. Keep it where your receiver can read it and nobody else.",
  iHaveKeptIt: "I have kept it",
};
