import { type Running, type RunState, useRunning } from '../import-list/use-running.ts';
import type { PeopleList } from './people.ts';
import { nothingDone, type Progress, type Sending, sendPeople } from './send.ts';

export type SendingState = RunState<Progress>;

/** What is sent, and how. */
export interface Wanted extends Pick<Sending, 'ask' | 'writeOf' | 'labelOf' | 'checked'> {
  list: PeopleList;
}

export interface Sender extends Omit<Running<Progress>, 'start'> {
  start: (wanted: Wanted) => Promise<Progress | undefined>;
}

/** Sends the people of a list. */
export function useSending(): Sender {
  const running = useRunning(nothingDone);
  const start = ({ list, ask, ...how }: Wanted) =>
    running.start(({ answerOf, from, ...steps }) =>
      sendPeople(list, { ...how, ...steps, ...(from && { from }), ask: (rows) => answerOf(ask(rows)) }),
    );
  return { ...running, start };
}
