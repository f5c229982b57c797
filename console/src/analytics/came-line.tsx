import type { StepTimes } from '@footfall/client';
import { Sparkline } from '../kit/sparkline.tsx';
import type { Came } from './came-list.ts';
import type { Range } from './range.ts';
import { visitsInWords } from './step-words.ts';

export interface CameLineProps {
  came: Came | undefined;
  steps: StepTimes[] | undefined;
  range: Range;
}

/** The visits of a company or a person over a range, as a line. Nothing if they are not known. */
export function CameLine({ came, steps, range }: CameLineProps) {
  if (!came?.series || !steps) return null;
  return (
    <Sparkline
      values={came.series}
      end={steps.at(-1)?.end}
      label={visitsInWords(came.series, steps, range)}
    />
  );
}
