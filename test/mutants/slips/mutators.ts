// Slips that lose changes, as mutators for Stryker's instrumenter. Its own mutators have no swapped writes, and no keys
// and conditions without a part.

/** A node of Babel's tree, as far as these mutators need it. */
type Node = { readonly type: string; readonly [field: string]: unknown };
export type NodePath = { readonly node: Node; readonly parentPath: NodePath | null };
/** `context` is what Stryker's own mutators get. */
export type Mutator = { readonly name: string; mutate(path: NodePath, context?: unknown): Iterable<Node> };

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const isFunction = ({ type }: Node): boolean => /Function|Method/.test(type) && type !== "TSDeclareFunction";
const childrenOf = (node: Node): readonly Node[] =>
  Object.entries(node).flatMap(([field, value]) =>
    /Comments$|^loc$/.test(field) ? [] : [value].flat().filter(isNode),
  );

function* within(node: Node, enters: (node: Node) => boolean = () => true): Generator<Node> {
  yield node;
  for (const child of childrenOf(node)) if (enters(child)) yield* within(child, enters);
}

const some = (nodes: Iterable<Node>, is: (node: Node) => boolean): boolean => [...nodes].some(is);

/** A declared function only waits where it is called. */
const awaits = (statement: Node): boolean =>
  !isFunction(statement) &&
  some(
    within(statement, (node) => !isFunction(node)),
    ({ type, await: isAwait }) => type === "AwaitExpression" || (type === "ForOfStatement" && isAwait === true),
  );

const namesOf = (nodes: Iterable<Node>): ReadonlySet<unknown> =>
  new Set([...nodes].flatMap(({ type, name }) => (type === "Identifier" ? [name] : [])));

/** The names that a statement declares or assigns, which later statements may need. */
function boundBy(statement: Node): ReadonlySet<unknown> {
  if (statement.type !== "VariableDeclaration") return new Set();
  const targets = childrenOf(statement).flatMap(({ id }) => (isNode(id) ? [id] : []));
  return namesOf(targets.flatMap((target) => [...within(target)]));
}

const uses = (statement: Node, names: ReadonlySet<unknown>): boolean =>
  some(within(statement), ({ type, name }) => type === "Identifier" && names.has(name));

/** Methods of arrays and texts, which do no external work. */
const atOnce = /^(map|flatMap|filter|sort|toSorted|slice|some|every|find|at|join|includes|from|parse|groupBy)$/;

/** Makes a value from another one. */
const conversion = /^(Number|String|Boolean)$/;

/** Returns a possible promise: a call whose `await` the caller's `return` makes unnecessary. */
function returnsCall({ type, argument }: Node): boolean {
  if (type !== "ReturnStatement" || !isNode(argument) || argument.type !== "CallExpression") return false;
  const { callee } = argument;
  if (!isNode(callee)) return false;
  // Creating a response is no effect, because the caller sends it.
  if (isNode(callee["object"]) && callee["object"]["name"] === "context") return false;
  const called = isNode(callee["property"]) ? callee["property"]["name"] : undefined;
  return typeof called === "string" ? !atOnce.test(called) : !conversion.test(String(callee["name"]));
}

const copy = (node: Node): Node => structuredClone(node);

const isAsync = ({ parentPath }: NodePath): boolean => parentPath?.node["async"] === true;

/** Comes before the statement that is too early, so that people can read what was swapped. */
export const earlyMark = " too early:";

/** The second before the first; a `return` gets its value first, and returns it after the other. */
function swapped(first: Node, second: Node): readonly Node[] {
  const [early, ...others] = moved(first, second);
  return [{ ...early!, leadingComments: [{ type: "CommentLine", value: earlyMark }] }, ...others];
}

function moved(first: Node, second: Node): readonly Node[] {
  if (second.type !== "ReturnStatement") return [copy(second), copy(first)];
  const id = { type: "Identifier", name: "returnedEarly" };
  const argument = copy(second["argument"] as Node);
  const init = argument.type === "AwaitExpression" ? argument : { type: "AwaitExpression", argument };
  const declared = {
    type: "VariableDeclaration",
    kind: "const",
    declarations: [{ type: "VariableDeclarator", id, init }],
  };
  return [declared, copy(first), { type: "ReturnStatement", argument: id }];
}

const swapAwaited: Mutator = {
  name: "SwapAwaited",
  *mutate(path) {
    const { type, body } = path.node;
    if (type !== "BlockStatement") return;
    const statements = body as readonly Node[];
    for (const [at, second] of statements.entries()) {
      const first = statements[at - 1];
      if (first === undefined || !awaits(first) || uses(second, boundBy(first))) continue;
      if (second.type === "ReturnStatement" && !isNode(second["argument"])) continue;
      if (!awaits(second) && !(returnsCall(second) && isAsync(path))) continue;
      const others = statements.map(copy);
      yield { ...path.node, body: [...others.slice(0, at - 1), ...swapped(first, second), ...others.slice(at + 1)] };
    }
  },
};

const dropAwait: Mutator = {
  name: "DropAwait",
  *mutate({ node, parentPath }) {
    if (node.type !== "AwaitExpression" || parentPath?.node.type !== "ExpressionStatement") return;
    yield { type: "UnaryExpression", operator: "void", prefix: true, argument: copy(node["argument"] as Node) };
  },
};

const keyName = /key|pk\b|sk\b|partition|address|claim|group|idempot|hash|digest|\bid\b|idOf|Of$/i;

/** Words and signs beside a space, addresses and references into a document aren't parts of a key. */
const prose = /\w{2} | \w{2}|[^ -~] |:\/\/|#\/|^#\w+=$|^urn:|\\n|^\?$|\/portal/;

/** Whether something builds a key: it has the key separator, or a key's name. */
function isOfKey({ node, parentPath }: NodePath): boolean {
  const texts = childrenOf(node).flatMap(({ type, value }) =>
    type === "TemplateElement" ? [(value as { readonly raw: string }).raw] : [],
  );
  if (texts.some((text) => prose.test(text))) return false;
  if (texts.some((text) => text.includes("#"))) return true;
  for (let at = parentPath; at !== null; at = at.parentPath) {
    const { type, key, id, callee } = at.node;
    if (type === "ThrowStatement" || type === "NewExpression") return false;
    const called = isNode(callee) ? [...namesOf(within(callee))].join(".") : "";
    if (/logger|warn|info/.test(called)) return false;
    const named = isNode(key) ? key : id;
    const name = isNode(named) ? (named["name"] ?? (isNode(named["id"]) ? named["id"]["name"] : undefined)) : undefined;
    if (typeof name === "string") return keyName.test(name);
  }
  return false;
}

const without = (nodes: unknown, at: number): readonly Node[] => (nodes as readonly Node[]).toSpliced(at, 1).map(copy);

const dropKeyMember: Mutator = {
  name: "DropKeyMember",
  *mutate(path) {
    const { node, parentPath } = path;
    if (node.type === "TemplateLiteral" && isOfKey(path) && parentPath?.node.type !== "TaggedTemplateExpression") {
      const expressions = node["expressions"] as readonly Node[];
      const texts = (node["quasis"] as readonly Node[]).map(({ value }) => (value as { raw: string }).raw);
      for (const at of expressions.keys()) {
        const joined = texts.toSpliced(at, 2, `${texts[at] ?? ""}${texts[at + 1] ?? ""}`);
        const quasis = joined.map((raw, place) => ({
          ...{ type: "TemplateElement", value: { raw, cooked: raw }, tail: place === joined.length - 1 },
        }));
        yield { type: "TemplateLiteral", quasis, expressions: without(expressions, at) };
      }
    }
    const callee = parentPath?.node["callee"];
    const called = isNode(callee) ? namesOf(within(callee)) : new Set();
    if (node.type === "ArrayExpression" && parentPath?.node.type === "CallExpression" && called.has("stringify"))
      for (const at of (node["elements"] as readonly Node[]).keys())
        yield { type: "ArrayExpression", elements: without(node["elements"], at) };
  },
};

const isClause = (node: unknown): boolean =>
  isNode(node) &&
  node.type === "ObjectExpression" &&
  ["attribute", "is"].every((name) => namesOf(childrenOf(node).flatMap(childrenOf)).has(name));

const dropCondition: Mutator = {
  name: "DropCondition",
  *mutate({ node, parentPath }) {
    const empty = { type: "ArrayExpression", elements: [] };
    const elements = node.type === "ArrayExpression" ? (node["elements"] as readonly Node[]) : [];
    const isWhen = parentPath?.node.type === "ObjectProperty" && (parentPath.node["key"] as Node)["name"] === "when";
    if (elements.some(isClause) || (isWhen && elements.length > 0))
      for (const at of elements.keys()) yield { ...empty, elements: without(elements, at) };
    else if (isWhen && parentPath.node["value"] === node && parentPath.node["shorthand"] !== true) {
      // Not a pattern, which destructures a condition instead of building one.
      if (parentPath.parentPath?.node.type === "ObjectExpression" && node.type !== "StringLiteral") yield empty;
    }
  },
};

const firstOfMinMax: Mutator = {
  name: "FirstOfMinMax",
  *mutate({ node }) {
    const { callee, arguments: given } = node;
    if (node.type !== "CallExpression" || !isNode(callee) || callee.type !== "MemberExpression") return;
    const { object, property } = callee as unknown as { object: Node; property: Node };
    const [first, second] = given as readonly Node[];
    if (object["name"] !== "Math" || !/^(min|max)$/.test(String(property["name"]))) return;
    if (first !== undefined && second !== undefined && first.type !== "SpreadElement") yield copy(first);
  },
};

/** Code that runs once, when a module is loaded, can't be changed for one test. */
function isInFunction({ parentPath }: NodePath): boolean {
  return parentPath !== null && (isFunction(parentPath.node) || isInFunction(parentPath));
}

export const inFunctions = (mutator: Mutator): Mutator => ({
  ...mutator,
  mutate: (path, context) => (isInFunction(path) ? mutator.mutate(path, context) : []),
});

/** Those that tests have to notice. */
export const slipMutators: readonly Mutator[] = [swapAwaited, dropKeyMember, dropCondition, firstOfMinMax].map(
  inFunctions,
);

/** Those that the linter has to notice, because a test sees only by chance that no code waits for a promise. */
export const lintedMutators: readonly Mutator[] = [inFunctions(dropAwait)];
