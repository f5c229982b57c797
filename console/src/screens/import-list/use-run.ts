import { useEffect, useRef, useState } from 'preact/hooks';
import type { OnConflict } from '../../../../src/lib/import/batch.ts';
import { listRows } from '../../../../src/lib/import/look.ts';
import type { Plan } from '../../../../src/lib/import/read-row.ts';
import { refusedHeading, refusedLines } from '../../../../src/lib/import/refused.ts';
import { nothingDone, type Progress, type Refused, runImport } from '../../../../src/lib/import/run.ts';
import { openFile, type Source, sendRows } from './file.ts';

/** How far the rows of a list are, and what became of them. */
export interface RunState {
  progress: Progress;
  isRunning: boolean;
  /** Why it ended before the last row. */
  error: unknown;
  isStopped: boolean;
  /** The refused rows: the first few, and all as the parts of a file. */
  first: Refused[];
  lines: string[];
}

/** So many refused rows are shown. */
const shown = 5;

const before: RunState = {
  progress: nothingDone,
  isRunning: false,
  error: undefined,
  isStopped: false,
  first: [],
  lines: [],
};

/** What a list is, and how it is read and written. */
export interface Wanted {
  source: Source;
  plan: Plan;
  onConflict: OnConflict;
}

export interface Running {
  state: RunState;
  /** Begins, or goes on where it was stopped. */
  start: (wanted: Wanted) => void;
  stop: () => void;
  /** Forgets what was done: it begins anew. */
  reset: () => void;
}

/** Writes the rows of a list, or tries them. It ends with its component. */
export function useRun(isDryRun: boolean): Running {
  const [state, setState] = useState(before);
  const latest = useRef(before);
  const running = useRef<AbortController>(undefined);
  const set = (next: RunState) => {
    latest.current = next;
    setState(next);
  };
  const end = () => running.current?.abort();
  useEffect(() => end, []);

  const start = async ({ source, plan, onConflict }: Wanted) => {
    end();
    const own = new AbortController();
    running.current = own;
    const change = (next: Partial<RunState>) => {
      if (running.current === own) set({ ...latest.current, ...next });
    };
    const { progress: from, lines } = latest.current;
    const heading = lines.length === 0 ? [refusedHeading(plan.columns)] : lines;
    change({ isRunning: true, isStopped: false, error: undefined, lines: heading });
    try {
      await runImport(listRows(openFile(source.file), source.look), plan, {
        send: sendRows,
        onConflict,
        isDryRun,
        signal: own.signal,
        // What was begun before may have been written, although its answer did not come.
        ...(lines.length > 0 && { from: { ...from } }),
        onProgress: (progress, refused) => {
          const { first, lines } = latest.current;
          change({
            progress,
            first: first.length < shown ? [...first, ...refused].slice(0, shown) : first,
            lines: refused.length > 0 ? [...lines, refusedLines(refused)] : lines,
          });
        },
      });
      change({ isRunning: false });
    } catch (error) {
      const isStopped = own.signal.aborted;
      change({ isRunning: false, isStopped, error: isStopped ? undefined : error });
    }
  };
  return {
    state,
    start,
    stop: end,
    reset: () => {
      running.current?.abort();
      running.current = undefined;
      set(before);
    },
  };
}
