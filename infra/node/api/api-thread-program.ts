/** In the package `feedhook`, infra/packages/in-package/api-thread-program.ts stands in for this file. */
export const apiThreadProgram = new URL("./api-thread-main.ts", import.meta.url);
