/** This module and the program are bundled into the package's lib/ folder. */
export const backgroundProgram = new URL("./background-thread.js", import.meta.url);
