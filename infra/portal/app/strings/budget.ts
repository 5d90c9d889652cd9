/** Words of pages/budget.tsx. */
export const budgetText = {
  budget: "Request budget",
  granted: "Requests granted",
  used: "Used",
  givenBack: "Given back unused",
  unspent: "Unspent now",
  perSecond: (rate: number) => `${rate.toLocaleString("en", { maximumFractionDigits: 1 })} per second`,
  share: (rate: number) => `All feeds share ${rate} requests per second.`,
  lowered: (rate: number, current: number) =>
    `All feeds share ${rate} requests per second, lowered to ${current.toLocaleString("en", { maximumFractionDigits: 1 })} while the source is under load.`,
  whatIsntNeeded: "What a poll doesn't need comes back and is granted again.",
  sinceItIsRead: "Counted since the instance is read.",
  lately: (seconds: number) => `Counted since the instance is read; per second, in the last ${seconds} s.`,
};
