import type { OnConflict } from '../../../../src/lib/conflicts.ts';
import { listRows } from '../../../../src/lib/import/look.ts';
import type { Plan } from '../../../../src/lib/import/read-row.ts';
import { refusedHeading, refusedLines } from '../../../../src/lib/import/refused.ts';
import { nothingDone, type Progress, type Refused, runImport } from '../../../../src/lib/import/run.ts';
import { openFile, type Source, sendRows } from './file.ts';
import { type Running, type RunState, useRunning } from './use-running.ts';

/** How far the rows of a list are, and which were refused: the first few, and all as the parts of a file. */
export interface ListProgress extends Progress {
  first: Refused[];
  lines: string[];
}
export type ListState = RunState<ListProgress>;

/** So many refused rows are shown. */
const shown = 5;

const before: ListProgress = { ...nothingDone, first: [], lines: [] };

/** What a list is, and how it is read and written. */
export interface Wanted {
  source: Source;
  plan: Plan;
  onConflict: OnConflict;
}

export interface ListRun extends Omit<Running<ListProgress>, 'start'> {
  start: (wanted: Wanted) => void;
}

/** Writes the rows of a list, or tries them. */
export function useRun(isDryRun: boolean): ListRun {
  const running = useRunning(before);
  const start = ({ source, plan, onConflict }: Wanted) =>
    running.start(({ from, signal, onProgress, answerOf }) => {
      let { first, lines } = from ?? before;
      if (lines.length === 0) lines = [refusedHeading(plan.columns)];
      return runImport(listRows(openFile(source.file), source.look), plan, {
        send: (request) => answerOf(sendRows(request)),
        onConflict,
        isDryRun,
        signal,
        ...(from && { from }),
        onProgress: (progress, refused) => {
          if (refused.length > 0) {
            first = [...first, ...refused].slice(0, shown);
            lines = [...lines, refusedLines(refused)];
          }
          onProgress({ ...progress, first, lines });
        },
      });
    });
  return { ...running, start };
}
