import type { Instance } from "../../../infra/sandbox/store/instance.ts";
import type { CompanyTemplateRow, ProjectTemplateRow } from "../../../infra/sandbox/store/rows.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { type Happening, scattered } from "./happening.ts";

type Template = CompanyTemplateRow & ProjectTemplateRow;

const share = 0.5;
/** Records refer to the first ones, which are therefore never removed. */
const referredTo = 3;

/** Lists of templates are read every five minutes, and some troubles prevent this, so it goes on after them. */
const minutesAfterTrouble = 9;

/** In half of the seeds, templates come, change, go and come back. */
export function templatesOf(seed: number, minutes: number): readonly Happening[] {
  const randomness = new SeededRandomness(seed * 67_867_967 + 19);
  if (randomness.fraction() >= share) return [];
  return scattered(randomness, "templates", { least: 12, more: 12, minutes: minutes + minutesAfterTrouble });
}

/** What happens to an instance's templates, which nobody can change through the API. */
export class TemplateChanges {
  readonly #instance: Instance;
  readonly #removed = { companyTemplate: new Map<number, Template>(), projectTemplate: new Map<number, Template>() };
  #changes = 0;

  constructor(instance: Instance) {
    this.#instance = instance;
  }

  do(choice: number, detail: number): void {
    const name = choice < 0.5 ? "companyTemplate" : "projectTemplate";
    const rows = [...this.#instance.tables[name].all()] as Template[];
    const removed = this.#removed[name];
    const one = <Row>(of: readonly Row[]): Row | undefined => of[Math.floor(choice * 7_919) % of.length];
    this.#changes += 1;
    const put = (row: Template) => {
      this.#instance.commit(this.#instance.startWrite(0), (transaction) => {
        transaction.put(name, row);
      });
    };
    const [going, back, changing] = [
      one(rows.filter(({ id }) => id > referredTo)),
      one([...removed.values()]),
      one(rows),
    ];
    if (detail < 0.3 && going !== undefined) {
      removed.set(going.id, going);
      this.#instance.commit(this.#instance.startWrite(0), (transaction) => {
        transaction.remove(name, going.id);
      });
    } else if (detail < 0.4 && back !== undefined) {
      removed.delete(back.id);
      put(back);
    } else if (changing !== undefined && detail < 0.7) {
      const isActive = detail < 0.5 ? !changing.isActive : changing.isActive;
      put({ ...changing, isActive, description: `Changed ${this.#changes}` });
    } else if (changing !== undefined) {
      const id = Math.max(...rows.map((row) => row.id), ...removed.keys()) + 1;
      // A template's place in its list depends on its name.
      put({ ...changing, id, name: `${"NAZ"[id % 3]} template ${this.#changes}` });
    }
  }
}
