import type { Json } from "../../kernel/json.ts";
import type { Clause, Condition } from "../../kernel/ports/table.ts";
import { type Attributes, toAttribute } from "./attribute-values.ts";

/**
 * Collects the names and values of a DynamoDB expression. Every name gets an alias, because DynamoDB reserves 573
 * words, `name` and `state` among them.
 */
export class Expression {
  readonly #names: Record<string, string> = {};
  readonly #values: Attributes = {};
  readonly #aliases = new Map<string, string>();

  name(attribute: string): string {
    const known = this.#aliases.get(attribute);
    if (known !== undefined) return known;
    const alias = `#n${this.#aliases.size}`;
    this.#aliases.set(attribute, alias);
    this.#names[alias] = attribute;
    return alias;
  }

  value(value: Json): string {
    const alias = `:v${Object.keys(this.#values).length}`;
    this.#values[alias] = toAttribute(value);
    return alias;
  }

  condition(condition: Condition): string {
    return condition.map((clause) => this.#clause(clause)).join(" AND ");
  }

  /** Leaves out empty maps, which DynamoDB refuses. */
  parts(): { ExpressionAttributeNames?: Record<string, string>; ExpressionAttributeValues?: Attributes } {
    return {
      ...(Object.keys(this.#names).length === 0 ? {} : { ExpressionAttributeNames: this.#names }),
      ...(Object.keys(this.#values).length === 0 ? {} : { ExpressionAttributeValues: this.#values }),
    };
  }

  #clause(clause: Clause): string {
    const name = this.name(clause.attribute);
    switch (clause.is) {
      case "absent":
        return `attribute_not_exists(${name})`;
      case "present":
        return `attribute_exists(${name})`;
      case "equal":
        return `${name} = ${this.value(clause.value)}`;
      case "absentOrAtMost":
        return `(attribute_not_exists(${name}) OR ${name} <= ${this.value(clause.value)})`;
      case "absentOrAbove":
        return `(attribute_not_exists(${name}) OR ${name} > ${this.value(clause.value)})`;
      case "above":
        return `${name} > ${this.value(clause.value)}`;
    }
  }
}
