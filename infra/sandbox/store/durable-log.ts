import { closeSync, existsSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from "node:fs";
import { join } from "node:path";

/**
 * A file of committed transactions, one JSON line each. A line is passed to the operating system before the commit
 * returns, so a killed process loses nothing that was committed. A last line that a crash left incomplete is removed on
 * opening.
 */
export class DurableLog {
  readonly #descriptor: number;

  private constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  static open(directory: string, name: string): { log: DurableLog; lines: string[] } {
    mkdirSync(directory, { recursive: true });
    const path = join(directory, `${name}.ndjson`);
    const lines = existsSync(path) ? readWholeLines(path) : [];
    return { log: new DurableLog(openSync(path, "a", 0o600)), lines };
  }

  append(line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    let written = 0;
    while (written < bytes.length) written += writeSync(this.#descriptor, bytes, written);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

function readWholeLines(path: string): string[] {
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(0x0a) + 1;
  if (end < bytes.length) truncateSync(path, end);
  const lines: string[] = [];
  // Line by line, because a large file exceeds the longest string.
  for (let start = 0; start < end; ) {
    const stop = bytes.indexOf(0x0a, start);
    lines.push(bytes.toString("utf8", start, stop));
    start = stop + 1;
  }
  return lines;
}
