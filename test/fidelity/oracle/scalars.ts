/** Whether two number texts are the same number, to the last of any number of digits. */
export function isSameNumber(one: string, other: string): boolean {
  return one === other || decimal(one) === decimal(other);
}

function decimal(text: string): string {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const negative = mantissa.startsWith("-");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  return `${negative ? "-" : ""}${significant}e${power}`;
}

const instantText = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/**
 * The moment that a text names, as its UTC second and the remaining digits; undefined for an invalid instant, such as a
 * 30th of February.
 */
export function momentOf(text: string): string | undefined {
  const found = instantText.exec(text);
  if (found === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number);
  const [, , , , , , , fraction = "", sign = "+", aheadHours = "0", aheadMinutes = "0"] = found;
  const lastDay = new Date(0);
  lastDay.setUTCFullYear(year, month, 0);
  const exists = month >= 1 && month <= 12 && day >= 1 && day <= lastDay.getUTCDate();
  if (!exists || hour > 23 || minute > 59 || second > 59 || Number(aheadHours) > 23 || Number(aheadMinutes) > 59)
    return undefined;
  const ahead = (Number(aheadHours) * 60 + Number(aheadMinutes)) * (sign === "-" ? -1 : 1);
  const utc = new Date(0);
  utc.setUTCFullYear(year, month - 1, day);
  utc.setUTCHours(hour, minute - ahead, second);
  return `${utc.getTime()}.${fraction.replace(/0+$/, "")}`;
}
