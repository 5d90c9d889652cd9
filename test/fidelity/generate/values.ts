import type { Dice } from "./dice.ts";
import type { FieldKind } from "./fields.ts";

const words = [
  "Ada",
  "Berg",
  "Clara",
  "Dahl",
  "Eide",
  "Foss",
  "Grimstad",
  "Hagen",
  "Ïle",
  "Jørgensen",
  "株式会社",
  "Łódź",
];
const oddTexts = [
  "a\u0301bc",
  "\u00e1bc",
  "👩‍👩‍👧",
  "\ud83d",
  "tab\there",
  'quo"te',
  "back\\slash",
  "\u2028line",
  "İi",
  "ﬁ",
];

/** The text of a JSON value of this kind. */
export function valueText(kind: FieldKind, dice: Dice): string {
  switch (kind) {
    case "text":
      return JSON.stringify(`${dice.pick(words)} ${dice.below(1_000)}`);
    case "note":
      return JSON.stringify(
        dice.happens(0.2) ? instant(dice) : `${dice.pick(oddTexts)} ${dice.pick(words)} ${dice.below(99)}`,
      );
    case "date":
      return `"20${10 + dice.below(20)}-0${1 + dice.below(9)}-1${dice.below(10)}"`;
    case "instant":
      return JSON.stringify(instant(dice));
    case "looseBoolean":
      return dice.pick(["true", "false", '"true"', '"false"']);
    case "looseNumber":
      return dice.pick([
        String(dice.below(3_000)),
        `"${dice.below(3_000)}"`,
        `${dice.below(90)}.25`,
        `"${dice.below(90)}.5"`,
      ]);
    case "number":
      return numberText(dice);
    case "reference":
      return `{"id":"${dice.digits(6)}","name":"${dice.pick(words)}"}`;
    case "companyReference":
      return `{"id":"c${dice.below(50)}","name":"${dice.pick(words)} AS","organizationalNumbers":[{"orgNumber":"${dice.digits(9)}","country":{"id":"no","name":"Norway","code":"NO"}}]}`;
    case "countryReference":
      return dice.pick(['{"id":"no","name":"Norway","code":"NO"}', '{"id":"se","name":"Sweden","code":"SE"}']);
    case "texts":
      return `[${Array.from({ length: dice.below(4) }, () => JSON.stringify(dice.pick(words))).join(",")}]`;
    case "objects":
      return `[${Array.from({ length: 1 + dice.below(3) }, () => lineText(dice)).join(",")}]`;
    case "object":
      return `{"a":{"b":${dice.below(100)},"c":null},"id":"f${dice.below(9)}","name":"${dice.pick(words)}","x.y":${numberText(dice)}}`;
  }
}

export const lineText = (dice: Dice): string =>
  `{"id":"l${dice.below(99)}","name":"${dice.pick(words)}","amount":${numberText(dice)},"none":null}`;

export function numberText(dice: Dice): string {
  switch (dice.below(20)) {
    case 0:
      return dice.digits(17 + dice.below(10));
    case 1:
      return `${dice.digits(3)}.${dice.digits(20)}`;
    case 2:
      return dice.digits(100 + dice.below(300));
    case 3:
      return `-${dice.digits(2)}e${dice.below(400)}`;
    case 4:
      return `0.${"0".repeat(dice.below(30))}${dice.digits(2)}`;
    default:
      return `${dice.below(10_000)}`;
  }
}

/** In the future, because a past date of deletion changes what an update of a person means. */
export function instant(dice: Dice): string {
  const two = (below: number, from = 0) => String(from + dice.below(below)).padStart(2, "0");
  const fraction = dice.happens(0.5) ? "" : `.${dice.digits(1 + dice.below(6))}`;
  const zone = dice.happens(0.5) ? "Z" : `${dice.pick(["+", "-"])}${two(12)}:${dice.pick(["00", "30"])}`;
  return `20${two(20, 40)}-${two(12, 1)}-${two(28, 1)}T${two(24)}:${two(60)}:${two(60)}${fraction}${zone}`;
}
