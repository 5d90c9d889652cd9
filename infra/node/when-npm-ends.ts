/** In ms. */
const every = 500;

/**
 * Calls `ended` if `npm start` started this program and npm has ended. npm passes on SIGINT and SIGTERM, but SIGHUP or
 * SIGKILL ends npm alone and would leave this program running. On Windows, a process keeps the id of its parent, so
 * this has no effect there.
 */
export function whenNpmEnds(ended: () => void): void {
  // For another npm script, this variable has that script's name, and the program may outlive the script.
  if (process.env["npm_lifecycle_event"] !== "start") return;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    ended();
  }, every);
  timer.unref();
}
