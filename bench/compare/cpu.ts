import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Clock ticks a second in /proc, on every Linux that Node runs on. */
const ticks = 100;

/** Seconds of CPU time that a process has used so far, in all its threads. */
export function cpuSeconds(pid: number): number {
  if (process.platform === 'linux') {
    // The name, in parentheses, may contain spaces. utime and stime are the 12th and 13th field after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticks;
  }
  const printed = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' });
  // [[days-]hours:]minutes:seconds
  const [seconds = 0, minutes = 0, hours = 0, days = 0] = printed.trim().split(/[-:]/).map(Number).reverse();
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}
