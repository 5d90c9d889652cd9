/** How often (ms) to check whether npm still runs. */
const every = 500;

/**
 * Calls `ended` once if this program was started by `npm start` and npm has ended. npm passes on SIGINT and SIGTERM, but
 * SIGHUP or SIGKILL ends npm alone and would leave this program running. On Windows, a process keeps the id of its parent,
 * so this has no effect there.
 */
export function whenNpmEnds(ended: () => void): void {
  // A program that another npm script starts has that script's name in this variable, and may outlive the script.
  if (process.env["npm_lifecycle_event"] !== "start") return;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    ended();
  }, every);
  timer.unref();
}
