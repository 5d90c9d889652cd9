export const isWindows = process.platform === "win32";

/** Ends the title of a test that is skipped on Windows, with the reason that the summary shows. */
export const withoutModes = isWindows ? " (Windows has no file modes and owners)" : "";
export const withoutLinks = isWindows ? " (Windows lets only some users make links)" : "";
