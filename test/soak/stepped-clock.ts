import { readFileSync } from "node:fs";

/**
 * Loaded before the program under test (`node --import`): its clock is ahead by as many ms as the file named by
 * SOAK_CLOCK_FILE says. It is read again at SIGUSR2, so that the clock steps while the program runs.
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
