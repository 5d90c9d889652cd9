/** The package `feedhook` has infra/packages/in-package/api-thread-program.ts in place of this file. */
export const apiThreadProgram = new URL("./api-thread-main.ts", import.meta.url);
