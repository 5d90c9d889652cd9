/** Whose ids may come: the bridge lists them. */
export const idKinds = ["subscription", "partner", "instance", "feed", "replay", "event", "profile"] as const;
export type IdKind = (typeof idKinds)[number];

/** What may come in a place of the command line. */
export type Place = { readonly values?: readonly string[]; readonly ids?: IdKind };

export type CompletedOption = Place & {
  readonly name: string;
  /** How many values it takes. */
  readonly takes: "none" | "one" | "many";
};

/** A command with everything that may come after its name. */
export type CommandTree = {
  readonly commands: { readonly [name: string]: CommandTree };
  readonly options: readonly CompletedOption[];
  readonly places: readonly Place[];
  /** Whether the last place repeats. */
  readonly repeats: boolean;
};

/** What the command line contains so far. */
export type Line = {
  readonly positions: readonly string[];
  readonly options: ReadonlyMap<string, string>;
};

/** Words that may come next, and the kind of ids, if ids may come. */
export type Next = { readonly words: readonly string[]; readonly ids: IdKind | undefined; readonly line: Line };

/** Finds what may come after these words. */
export function nextAfter(tree: CommandTree, words: readonly string[]): Next {
  let command = tree;
  let open: CompletedOption | undefined;
  const positions: string[] = [];
  const options = new Map<string, string>();
  for (const word of words) {
    if (word.startsWith("-")) {
      const [name = "", value] = word.split("=", 2);
      const option = [...command.options, ...tree.options].find((one) => one.name === name);
      if (value !== undefined) options.set(name, value);
      open = value === undefined && option?.takes !== "none" ? option : undefined;
    } else if (open !== undefined) {
      options.set(open.name, word);
      if (open.takes === "one") open = undefined;
    } else if (positions.length === 0 && Object.hasOwn(command.commands, word)) {
      command = command.commands[word] ?? command;
    } else positions.push(word);
  }
  const line = { positions, options };
  // An option waits for its value, so nothing else may come.
  if (open !== undefined && (open.takes === "one" || !options.has(open.name))) return { ...wordsOf([open]), line };
  const at = command.repeats ? Math.min(positions.length, command.places.length - 1) : positions.length;
  const place = command.places[at];
  const names = positions.length === 0 ? Object.keys(command.commands) : [];
  const all = [...command.options, ...tree.options].map(({ name }) => name);
  const { words: values, ids } = wordsOf([
    ...(open === undefined ? [] : [open]),
    ...(place === undefined ? [] : [place]),
  ]);
  return { words: [...new Set([...names, ...values, ...all])], ids, line };
}

function wordsOf(places: readonly Place[]) {
  const words = places.flatMap(({ values = [] }) => values);
  return { words, ids: places.find(({ ids }) => ids !== undefined)?.ids };
}
