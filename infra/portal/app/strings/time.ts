/** Words of components/time.tsx. */
export const timeText = {
  justNow: "just now",
};
