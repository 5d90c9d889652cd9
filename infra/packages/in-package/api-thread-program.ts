/** Bundled into lib/ of the package: the program of the API's thread is beside it. */
export const apiThreadProgram = new URL("./api-thread.js", import.meta.url);
