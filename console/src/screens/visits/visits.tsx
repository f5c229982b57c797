import { RangePicker, useRange } from '../../analytics/range-picker.tsx';
import { ScreenHead } from '../../kit/screen-head.tsx';
import { Sessions } from '../sessions/sessions.tsx';

/** The visits of all pages, one by one: who came, and what did they do? */
export function Visits() {
  const range = useRange();
  return (
    <>
      <ScreenHead title="Visits" question="Who visited, and what did they do?">
        <RangePicker />
      </ScreenHead>
      <Sessions range={range} />
    </>
  );
}
