/** Words of components/sparkline.tsx. */
export const sparklineText = {
  nothingSent: "Nothing sent",
  someFailed: "Attempts of the last day, some of which failed",
  noneFailed: "Attempts of the last day, none of which failed",
};
