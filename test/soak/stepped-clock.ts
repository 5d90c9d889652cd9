import { readFileSync } from "node:fs";

/**
 * Loaded before the program under test (`node --import`). Its clock is as many ms ahead as the file named by
 * SOAK_CLOCK_FILE says. The file is reread at SIGUSR2, so that the clock steps while the program runs.
 */
const file = process.env["SOAK_CLOCK_FILE"];
const real = Date.now;
let ahead = 0;
const read = () => {
  if (file !== undefined) ahead = Number(readFileSync(file, "utf8"));
};
read();
Date.now = () => real() + ahead;
process.on("SIGUSR2", read);
