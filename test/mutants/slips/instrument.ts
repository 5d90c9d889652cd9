import { globSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { earlyMark, inFunctions, lintedMutators, type Mutator, slipMutators } from "./mutators.ts";

/** One change of the sources. The instrumented code applies the active one. */
export type Mutant = {
  /** Of this run. */
  readonly id: string;
  /** The same in every run, as long as the line and its replacement don't change, except for comments. */
  readonly key: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
};
export type Instrumented = { readonly texts: ReadonlyMap<string, string>; readonly mutants: readonly Mutant[] };

type Position = { readonly line: number; readonly column: number };
type Found = {
  readonly id: string;
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly status?: string;
  readonly location: { readonly start: Position; readonly end: Position };
};
type File = { readonly name: string; readonly mutate: boolean; readonly content: string };
type Instrumenter = {
  instrument(
    files: readonly File[],
    options: object,
  ): Promise<{ readonly files: readonly File[]; readonly mutants: readonly Found[] }>;
};

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, isDebugEnabled: () => false };
const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: false };

/** No text in the code has a blank before `//`, so this removes only comments. */
const comments = /(?<=^|\s)(?:\/\/.*|\/\*[\s\S]*?\*\/)\s*/gm;

const packageFolder = pathToFileURL("node_modules/@stryker-mutator/instrumenter/dist/src/").href;

/** Stryker's list of mutators, an array that its package doesn't export. The package's version is pinned. */
async function listOfStryker(): Promise<Mutator[]> {
  const { allMutators } = (await import(`${packageFolder}mutators/mutate.js`)) as { allMutators: Mutator[] };
  return allMutators;
}

/** Stryker's own mutators. Call this before {@link instrument}, which replaces them. */
export async function strykerMutators(): Promise<readonly Mutator[]> {
  return (await listOfStryker()).map(inFunctions);
}

/** Stryker's instrumenter, with these mutators in place of its own, for which it has no option. */
async function instrumenterWith(mutators: readonly Mutator[]): Promise<Instrumenter> {
  const { Instrumenter } = (await import(`${packageFolder}index.js`)) as {
    Instrumenter: new (logger: typeof quiet) => Instrumenter;
  };
  const list = await listOfStryker();
  list.splice(0, list.length, ...mutators);
  return new Instrumenter(quiet);
}

const isSlip = (mutator: string): boolean => [...slipMutators, ...lintedMutators].some(({ name }) => name === mutator);

function originalOf(content: string, { start, end }: Found["location"]): string {
  const lines = content.split("\n").slice(start.line, end.line + 1);
  const last = lines.length - 1;
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column : 0, at === last ? end.column : undefined))
    .join("\n");
}

/** Reads sources, and returns them with every change that the mutators find in them, none of them active. */
export async function instrument(patterns: readonly string[], mutators: readonly Mutator[]): Promise<Instrumented> {
  const instrumenter = await instrumenterWith(mutators);
  const names = [...new Set(patterns.flatMap((pattern) => globSync(pattern)))].toSorted();
  const contents = new Map(names.map((name) => [name, readFileSync(name, "utf8")]));
  const files = [...contents].map(([name, content]) => ({ name, mutate: true, content }));
  const found = await instrumenter.instrument(files, options);
  const seen = new Map<string, number>();
  const mutants = found.mutants.flatMap(({ id, fileName, mutatorName, replacement, location, status }): Mutant[] => {
    if (status === "Ignored") return [];
    const original = originalOf(contents.get(fileName) ?? "", location);
    const [, early] = replacement.split(`//${earlyMark}`);
    // Stryker replaces many places in a file by the same text, such as `true`.
    const change = isSlip(mutatorName) ? replacement : `${original} => ${replacement}`;
    const same = `${fileName} ${mutatorName} ${change.replaceAll(comments, "")}`;
    const nth = (seen.get(same) ?? 0) + 1;
    seen.set(same, nth);
    const place = { file: fileName, line: location.start.line + 1, column: location.start.column };
    const becomes = early?.trim() ?? replacement;
    return [{ id, key: `${same} ${nth}`, ...place, mutator: mutatorName, original, replacement: becomes }];
  });
  return { texts: new Map(found.files.map(({ name, content }) => [name, content])), mutants };
}
