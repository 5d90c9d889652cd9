/** Words of pages/statistics-charts.tsx. */
export const statisticsChartsText = {
  deliveriesPerMinute: "Deliveries per minute",
  answered2xxInTheLast: (good: string, attempts: string) => `Answered 2xx in the last day: ${good} of ${attempts}.`,
  delivered: "Delivered",
  failed: "Failed",
  timeToAnswer: "Time to answer",
  ms: "ms",
  halfWithin: "Half within",
  nearlyAllWithin: "95 % within",
  slowest: (ms: string) => `Last day: 95 % of answers within ${ms} ms in the slowest ten minutes.`,
  slowestOfSeveral: (ms: string) =>
    `Last day, slowest endpoint of each time: 95 % of answers within ${ms} ms in the slowest ten minutes.`,
};
