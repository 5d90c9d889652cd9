const codes: ReadonlySet<string> = new Set(["EMFILE", "ENFILE"]);

/** Whether a system error's code says that this process or machine can't open more files or connections. */
export const isFilesExhausted = (code: string): boolean => codes.has(code);
