/** In the package `feedhook`, infra/packages/in-package/background-program.ts replaces this file. */
export const backgroundProgram = new URL("./background-main.ts", import.meta.url);
