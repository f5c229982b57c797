import { execFileSync, spawn } from 'node:child_process';

/** The lines that a command prints. */
const lines = (command: string, args: string[]): string[] => {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean);
  } catch {
    return []; // no match, or a system without this command
  }
};

/** The pid of the workerd that this process started. */
const workerdPid = () =>
  lines('ps', ['-A', '-o', 'pid=,ppid=,comm='])
    .map((line) => line.trim().split(/\s+/))
    .findLast(([, parent, command]) => parent === String(process.pid) && command?.includes('workerd'))?.[0];

/**
 * Makes sure that workerd ends when this process ends, even by SIGKILL. A shell outside our process group reads
 * workerd's pid from a pipe. When the pipe breaks, it kills that pid.
 */
export function guardWorkerd(): { renew: () => void; release: () => void } {
  const script = 'trap "" INT TERM HUP; while read -r pid; do last=$pid; done; kill -9 "$last" 2>/dev/null';
  const guard = spawn('sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guard.on('error', () => {});
  guard.stdin.on('error', () => {});
  guard.unref();
  const renew = () => guard.stdin.write(`${workerdPid() ?? 'none'}\n`);
  renew();
  return { renew, release: () => guard.stdin.end('none\n') };
}

/** Whether a process is running. */
export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/**
 * Calls back once when npm, which started this process, has ended. A signal to npm ends npm and its shell, but would
 * leave this process running unseen. If npm did not start it, nothing is watched: a server may outlive its terminal.
 */
export function whenAbandoned(callback: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const npm = Number(lines('ps', ['-o', 'ppid=', '-p', String(shell)])[0] ?? shell);
  const timer = setInterval(() => {
    if (process.ppid === shell && isAlive(npm)) return;
    clearInterval(timer);
    callback();
  }, 250);
  timer.unref();
}
