import { lazy } from '../../kit/lazy.tsx';
import { here, useRoute } from '../../nav/router.ts';
import type { RecordHistoryProps } from './record-history.tsx';

/** Its script is loaded when somebody asks for a history. */
export const RecordHistory = lazy<RecordHistoryProps>(() =>
  import('./record-history.tsx').then((of) => of.RecordHistory),
);

export interface HistoryFoldProps extends RecordHistoryProps {
  /** Its name in the address: `tab` belongs to a record at the side. */
  param?: string;
}

/** The history below the facts of a record that has no tabs. It is loaded when it is opened. */
export function HistoryFold({ param = 'tab', ...history }: HistoryFoldProps) {
  const isOpen = useRoute().query[param] === 'history';
  const Heading = param === 'tab' ? 'h3' : 'h2';
  return (
    <section class="came" aria-labelledby="record-history">
      <div class="row">
        <Heading id="record-history">History</Heading>
        <a href={here({ [param]: isOpen ? undefined : 'history' })} aria-expanded={isOpen}>
          {isOpen ? 'Hide' : 'See who changed it, and when'}
        </a>
      </div>
      {isOpen && <RecordHistory {...history} />}
    </section>
  );
}
