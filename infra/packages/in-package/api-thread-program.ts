/** Bundled into lib/ of the package, beside the program of the API's thread. */
export const apiThreadProgram = new URL("./api-thread.js", import.meta.url);
