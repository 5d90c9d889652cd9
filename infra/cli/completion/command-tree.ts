export const idKinds = ["subscription", "partner", "instance", "feed", "replay", "event", "profile"] as const;
export type IdKind = (typeof idKinds)[number];

export type Place = { readonly values?: readonly string[]; readonly ids?: IdKind };

export type CompletedOption = Place & {
  readonly name: string;
  readonly takes: "none" | "one" | "many";
};

/** What the user may type after the command's name. */
export type CommandTree = {
  readonly commands: { readonly [name: string]: CommandTree };
  readonly options: readonly CompletedOption[];
  readonly places: readonly Place[];
  readonly repeats: boolean;
};

export type Line = {
  readonly positions: readonly string[];
  readonly options: ReadonlyMap<string, string>;
};

/** `ids`: the kind of the ids that may come next. */
export type Next = { readonly words: readonly string[]; readonly ids: IdKind | undefined; readonly line: Line };

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
  // An option waits for its value, so only its value may come next.
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
