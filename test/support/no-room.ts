import fs, { existsSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { DatabaseSync, StatementSync } from "node:sqlite";

/**
 * Loaded before a program (`node --import`). While the file in NO_ROOM_WHILE exists, the program gets the errors of a
 * full disk: directories and files can't be written (ENOSPC), and SQLite refuses to commit (SQLITE_FULL).
 */
const flag = process.env["NO_ROOM_WHILE"] ?? "";
const isFull = () => existsSync(flag);

const { mkdirSync, writeFileSync } = fs;
const checked =
  <Rest extends unknown[], Result>(write: (path: fs.PathLike, ...rest: Rest) => Result) =>
  (path: fs.PathLike, ...rest: Rest): Result => {
    if (isFull() && !existsSync(path)) {
      throw Object.assign(new Error(`ENOSPC: no space left on device, '${String(path)}'`), { code: "ENOSPC" });
    }
    return write(path, ...rest);
  };
Object.assign(fs, { mkdirSync: checked(mkdirSync), writeFileSync: checked(writeFileSync as typeof mkdirSync) });
syncBuiltinESMExports();

const full = () => {
  const fault = { code: "ERR_SQLITE_ERROR", errcode: 13, errstr: "database or disk is full" };
  return Object.assign(new Error(fault.errstr), fault);
};
const run = Reflect.get(StatementSync.prototype, "run");
StatementSync.prototype.run = function (this: StatementSync, ...values) {
  if (this.sourceSQL === "COMMIT" && isFull()) throw full();
  return Reflect.apply(run, this, values);
};
const exec = Reflect.get(DatabaseSync.prototype, "exec");
DatabaseSync.prototype.exec = function (this: DatabaseSync, sql) {
  if (sql === "COMMIT" && isFull()) throw full();
  Reflect.apply(exec, this, [sql]);
};
