/** In the package `feedhook`, infra/packages/in-package/api-thread-program.ts replaces this file. */
export const backgroundProgram = new URL("./background-main.ts", import.meta.url);
