import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const app = join(import.meta.dirname, "../../infra/portal/app");

/** Attributes that people read or hear. */
const spoken = new Set(
  "action alt aria-label data-label hint label lead placeholder summary title unit what".split(" "),
);
/** Code that is shown as such is the same in every language. */
const code = new Set(["code", "kbd", "pre"]);

/** A word with a capital, or several words: what no name, address or class is. */
const isText = (text: string) => /^[A-Z][a-z]+[….!?]?$/.test(text) || (/\S \S/.test(text) && /[A-Za-z]{2,}/.test(text));

/** Every text that stands in the source itself, with its line. */
function literalTexts(name: string, source: string): string[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const add = (node: ts.Node, text: string) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    found.push(`${name}:${line + 1} ${text.trim()}`);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isJsxElement(node) && code.has(node.openingElement.tagName.getText(file))) return;
    if (ts.isJsxText(node)) {
      if (/[A-Za-z]/.test(node.text)) add(node, node.text);
      return;
    }
    if (ts.isJsxAttribute(node) && node.initializer !== undefined && ts.isStringLiteral(node.initializer)) {
      if (spoken.has(node.name.getText(file)) && /[A-Za-z]/.test(node.initializer.text))
        add(node, node.initializer.text);
      return;
    }
    if (ts.isStringLiteralLike(node) && isText(node.text) && !isName(node, file)) add(node, node.text);
    if (ts.isTemplateExpression(node)) {
      const parts = [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text);
      const text = parts.join("…");
      const isAttribute =
        ts.isJsxExpression(node.parent) && /^(class|href|key|transform|viewBox)$/.test(attributeOf(node.parent, file));
      if (!isName(node, file) && !isAttribute && isText(text) && !text.startsWith("/")) add(node, text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** What names a request, a selector or a media query is no text. */
const isName = ({ parent }: ts.Node, file: ts.SourceFile) =>
  ts.isCallExpression(parent) && /^use[A-Z]|closest$|matchMedia$/.test(parent.expression.getText(file));

const attributeOf = ({ parent }: ts.JsxExpression, file: ts.SourceFile) =>
  ts.isJsxAttribute(parent) ? parent.name.getText(file) : "";

describe("what people read in the portal", () => {
  it("stands in strings, and not in components or pages", () => {
    const files = globSync("**/*.tsx", { cwd: app });
    expect(files.length).toBeGreaterThan(40);
    expect(files.flatMap((name) => literalTexts(name, readFileSync(join(app, name), "utf8")))).toEqual([]);
  });

  it.each([
    ["<p>Some words</p>", "x.tsx:1 Some words"],
    ['<Card title="Events" />', "x.tsx:1 Events"],
    ['<p>{isOn ? "Yes, it is" : words.no}</p>', "x.tsx:1 Yes, it is"],
    ["<p>{`${count} events in all`}</p>", "x.tsx:1 … events in all"],
  ])("is found where it stands elsewhere: %s", (source, text) => {
    expect(literalTexts("x.tsx", source)).toEqual([text]);
  });

  it.each([
    '<a class="button primary" href="/portal/endpoints">{words.add}</a>',
    "<code>id.timestamp.body</code>",
    "useLoad(`events of ${instance}`, read)",
  ])("isn't seen in what is none: %s", (source) => {
    expect(literalTexts("x.tsx", source)).toEqual([]);
  });
});
