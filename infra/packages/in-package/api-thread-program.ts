/** This module and the program are bundled into the package's lib/ folder. */
export const apiThreadProgram = new URL("./api-thread.js", import.meta.url);
