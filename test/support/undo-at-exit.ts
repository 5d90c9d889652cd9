const undone = new Set<() => void>();
let isListening = false;

/**
 * Runs `undo` when this process exits, or earlier, when the returned function is called. A signal counts as an exit only
 * if the program handles it with `process.exit`.
 */
export function undoAtExit(undo: () => void): () => void {
  // One listener for all, because Node warns of more than ten.
  if (!isListening) process.once("exit", undoAll);
  isListening = true;
  undone.add(undo);
  return () => {
    if (undone.delete(undo)) undo();
  };
}

/** The newest first: a folder is removed after the processes that write to it have been killed. */
function undoAll(): void {
  for (const undo of [...undone].reverse()) {
    try {
      undo();
    } catch (error) {
      // The others must still be undone.
      process.stderr.write(`${String(error)}\n`);
    }
  }
}
