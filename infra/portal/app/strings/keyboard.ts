/** Words of keyboard.tsx. */
export const keyboardText = {
  keyboard: "Keyboard",
  goToTheSearch: "Go to the search",
  nextRow: "Next row",
  rowBefore: "Row before",
  openTheRow: "Open the row",
  thisHelp: "This help",
  close: "Close",
  enter: "Enter",
};
