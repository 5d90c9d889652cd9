import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { glob } from "../../support/glob.ts";

/** Words and patterns that make a sentence hard to read, each with what to write instead. */
const avoided: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(?:stands?|stood)\b(?!-ins?\b| (?:out|for|by|still|alone)\b)/i, '"is stored", "is in", "is"'],
  [/\b(?:nobody|nothing of|nothing is (?:known|said|concluded))\b/i, "name the subject; say what happens"],
  [/\bso (?:many|much|long)\b(?! (?:as|that))/i, "the number"],
  [/\b(?:whoever|for who)\b/i, '"anyone who", "for partners", "for operators"'],
  [/\bwould (?:otherwise )?else\b/i, '"otherwise"'],
  [/\bmend(?:s|ed|ing)?\b/i, '"fix"'],
  [/\bof (?:which|whom) (?:nothing|nobody)\b/i, "two sentences"],
  [/\b(?:is|are|was|were|be|been) told\b/i, '"is published", "is notified"'],
  [/\btold apart\b/i, '"distinguished", "identified by"'],
  [/\ba word (?:that|of)\b/i, '"a message", "a note"'],
  [/\banew\b/i, '"again"'],
  [/\bbesides[.;,]/i, '"also", "too"'],
  [/\be-mails?\b/i, '"email"'],
  [/\bgoes on where\b/i, '"continues"'],
  [/\b(?:goes|went|go) off\b/i, '"fires", "is in ALARM"'],
];

/** Pages, and folders whose comments and messages are read. */
const pages = ["*.md", "docs/**/*.md", "infra/**/*.md"];
const folders = ["docs/.vitepress/theme", "docs/receivers", "functions", "infra", "shared"];
/** Scripts and settings, which are read as a whole. */
const settings = [
  "{docs,infra}/**/{*.{sh,yml,py,go,service},Dockerfile}",
  "{.npmrc,.dependency-cruiser.cjs,.oxlintrc.jsonc,*.config.ts}",
];

/** Blocks of code, code spans, anchors and generated sections aren't sentences of the page. */
function proseOfPage(text: string): string {
  return text
    .replaceAll(/<!-- types -->[^]*?<!-- end of types -->|<!-- payloads -->[^]*?<!-- end of payloads -->/g, blanked)
    .replaceAll(/^ *```[^]*?^ *```|`[^`]*`|<a id=[^>]*>/gm, blanked);
}

function commentsOf(source: string): string {
  return source.replaceAll(
    /(\/\*[^]*?\*\/|(?<![:"'`\\])\/\/[^\n]*)|[^\n/]+|\//g,
    (code, comment: string | undefined) =>
      comment === undefined ? " ".repeat(code.length) : comment.replaceAll(/`[^`\n]*`/g, blanked),
  );
}

/** String literals of several words, and the text between tags: what a program says. */
function messagesOf(source: string): string {
  const code = source.replaceAll(/\/\*[^]*?\*\/|(?<![:"'`\\])\/\/[^\n]*/g, blanked);
  return code.replaceAll(
    /("[^"\n]*\s[^"\n]*"|`[^`]*\s[^`]*`|>[^<>{}]{12,}<)|[^\n"`>]+|["`>]/g,
    (other, text: string | undefined) =>
      text === undefined ? " ".repeat(other.length) : text.replaceAll(/\$\{[^}\n]*\}/g, blanked),
  );
}

const blanked = (text: string) => text.replaceAll(/[^\n]/g, " ");

function habitsIn(file: string, prose: string): string[] {
  const possible = avoided.filter(([pattern]) => pattern.test(prose));
  if (possible.length === 0) return [];
  return prose.split("\n").flatMap((line, at) =>
    possible.flatMap(([pattern, instead]) => {
      const found = pattern.exec(line);
      return found === null ? [] : [`${file}:${at + 1}: "${found[0]}": write ${instead}`];
    }),
  );
}

test("pages are in plain English", () => {
  const files = pages.flatMap((pattern) => glob(pattern));
  expect(files.length).toBeGreaterThan(40);
  expect(files.flatMap((file) => habitsIn(file, proseOfPage(readFileSync(file, "utf8"))))).toEqual([]);
});

test("comments and messages are in plain English", () => {
  const files = folders.flatMap((folder) => glob(`${folder}/**/*.{ts,tsx,mjs,css}`));
  expect(files.length).toBeGreaterThan(100);
  const habits = files.flatMap((file) => {
    const source = readFileSync(file, "utf8");
    return [...habitsIn(file, commentsOf(source)), ...habitsIn(file, messagesOf(source))];
  });
  expect(habits).toEqual([]);
});

test("scripts and settings are in plain English", () => {
  const files = settings.flatMap((pattern) => glob(pattern));
  expect(files.length).toBeGreaterThan(10);
  expect(files.flatMap((file) => habitsIn(file, readFileSync(file, "utf8")))).toEqual([]);
});

test("a habit is found in a comment, a message and a sentence, and not in code", () => {
  const [habit, where] = ["any" + "thing st" + "ands", "a".repeat(3)];
  expect(habitsIn(where, commentsOf(`const a = "${habit}"; // ${habit}\n`))).toHaveLength(1);
  expect(habitsIn(where, messagesOf(`const a = ${habit}; say("it ${habit}"); // ${habit}\n`))).toHaveLength(1);
  expect(habitsIn(where, proseOfPage(`\`${habit}\` ${habit}\n\n\`\`\`sh\n${habit}\n\`\`\`\n`))).toHaveLength(1);
});
