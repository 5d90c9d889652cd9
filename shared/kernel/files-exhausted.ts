const codes: ReadonlySet<string> = new Set(["EMFILE", "ENFILE"]);

/** Whether the code of a system's fault says that no more files or connections can be opened: by us, or on this machine. */
export const isFilesExhausted = (code: string): boolean => codes.has(code);
