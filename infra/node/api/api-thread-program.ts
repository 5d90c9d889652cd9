/** In the package `feedhook`, infra/packages/in-package/api-thread-program.ts replaces this file. */
export const apiThreadProgram = new URL("./api-thread-main.ts", import.meta.url);
