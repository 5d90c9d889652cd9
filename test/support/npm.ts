/**
 * The command and arguments that run npm. On Windows, `npm` is a script for its shell, which Node doesn't start. An npm
 * script knows its npm's program.
 */
export function npm(...argv: readonly string[]): [command: string, argv: string[]] {
  const { npm_execpath: program } = process.env;
  return program === undefined ? ["npm", [...argv]] : [process.execPath, [program, ...argv]];
}
