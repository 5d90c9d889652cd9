/**
 * JSON as its text spells it: a number is its characters, an object its members in order, including repeated names. The
 * oracle reads the source's and the bridge's texts only with this reader, so that no mistake of the bridge's own reader
 * can hide in both.
 */
export type Node =
  | { readonly kind: "null" | "true" | "false" }
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "array"; readonly items: readonly Node[] }
  | ObjectNode;

export type ObjectNode = { readonly kind: "object"; readonly members: readonly Member[] };
export type Member = readonly [name: string, value: Node];

const constants = { null: { kind: "null" }, true: { kind: "true" }, false: { kind: "false" } } as const;
const numberText = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Throws if the text isn't JSON. */
export function readJson(text: string): Node {
  const reader = new Reader(text);
  const node = reader.value();
  reader.end();
  return node;
}

export function readObject(text: string): ObjectNode {
  const node = readJson(text);
  if (node.kind !== "object") throw new SyntaxError("no object");
  return node;
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): Node {
    switch (this.#next()) {
      case "{":
        return { kind: "object", members: this.#members() };
      case "[":
        return { kind: "array", items: this.#items() };
      case '"':
        return { kind: "string", value: this.#string() };
      case "n":
        return this.#constant("null");
      case "t":
        return this.#constant("true");
      case "f":
        return this.#constant("false");
      default:
        return this.#number();
    }
  }

  end(): void {
    if (this.#next() !== undefined) throw this.#wrong();
  }

  #next(): string | undefined {
    for (;;) {
      const sign = this.#text[this.#at];
      if (sign !== " " && sign !== "\n" && sign !== "\r" && sign !== "\t") return sign;
      this.#at += 1;
    }
  }

  #take(sign: string): boolean {
    if (this.#next() !== sign) return false;
    this.#at += 1;
    return true;
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) throw this.#wrong();
  }

  #members(): Member[] {
    const members: Member[] = [];
    this.#expect("{");
    if (this.#take("}")) return members;
    do {
      if (this.#next() !== '"') throw this.#wrong();
      const name = this.#string();
      this.#expect(":");
      members.push([name, this.value()]);
    } while (this.#take(","));
    this.#expect("}");
    return members;
  }

  #items(): Node[] {
    const items: Node[] = [];
    this.#expect("[");
    if (this.#take("]")) return items;
    do items.push(this.value());
    while (this.#take(","));
    this.#expect("]");
    return items;
  }

  #string(): string {
    const start = this.#at;
    for (let at = start + 1; ; at += 1) {
      const quote = this.#text.indexOf('"', at);
      if (quote < 0) throw this.#wrong();
      at = quote;
      let escapes = 0;
      while (this.#text[quote - 1 - escapes] === "\\") escapes += 1;
      if (escapes % 2 === 1) continue;
      this.#at = quote + 1;
      // Only the escapes of a string are read by the language's own parser.
      return String(JSON.parse(this.#text.slice(start, quote + 1)));
    }
  }

  #constant(name: keyof typeof constants): Node {
    if (!this.#text.startsWith(name, this.#at)) throw this.#wrong();
    this.#at += name.length;
    return constants[name];
  }

  #number(): Node {
    numberText.lastIndex = this.#at;
    const found = numberText.exec(this.#text);
    if (found === null) throw this.#wrong();
    this.#at += found[0].length;
    return { kind: "number", text: found[0] };
  }

  #wrong(): SyntaxError {
    return new SyntaxError(`not JSON at ${this.#at}: ${this.#text.slice(this.#at, this.#at + 40)}`);
  }
}

/** The value of a member; for a repeated one, the last. */
export function memberOf({ members }: ObjectNode, name: string): Node | undefined {
  return members.findLast(([its]) => its === name)?.[1];
}

export function textIn(node: ObjectNode, name: string): string | undefined {
  const value = memberOf(node, name);
  return value?.kind === "string" ? value.value : undefined;
}

/** The text of a value without blanks, for people and for its size. */
export function textOf(node: Node): string {
  switch (node.kind) {
    case "number":
      return node.text;
    case "string":
      return JSON.stringify(node.value);
    case "array":
      return `[${node.items.map(textOf).join(",")}]`;
    case "object":
      return `{${node.members.map(([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`).join(",")}}`;
    default:
      return node.kind;
  }
}
