import { useEffect, useRef, useState } from 'preact/hooks';
import type { PeopleList } from './people.ts';
import { nothingDone, type Progress, type Sending, sendPeople } from './send.ts';

/** How far the people of a list are sent. */
export interface SendingState {
  progress: Progress;
  isRunning: boolean;
  isStopped: boolean;
  /** The last request had no answer, and is sent again. */
  isWaiting: boolean;
  /** Why it ended before the last row. */
  error: unknown;
}

const before: SendingState = {
  progress: nothingDone,
  isRunning: false,
  isStopped: false,
  isWaiting: false,
  error: undefined,
};

/** What is sent, and how. */
export interface Wanted extends Pick<Sending, 'ask' | 'writeOf' | 'labelOf'> {
  list: PeopleList;
}

export interface Sender {
  state: SendingState;
  /** Begins, or goes on where it was stopped. Undefined if it does not come to its end. */
  start: (wanted: Wanted) => Promise<Progress | undefined>;
  stop: () => void;
  /** Forgets what was done: it begins anew. */
  reset: () => void;
}

/** Sends the people of a list, and says how far it is. It ends with its component. */
export function useSending(): Sender {
  const [state, setState] = useState(before);
  const latest = useRef(before);
  const running = useRef<AbortController>(undefined);
  const set = (next: SendingState) => {
    latest.current = next;
    setState(next);
  };
  const end = () => running.current?.abort();
  useEffect(() => end, []);

  const start = async ({ list, ask, ...how }: Wanted) => {
    end();
    const own = new AbortController();
    running.current = own;
    const change = (next: Partial<SendingState>) => {
      if (running.current === own) set({ ...latest.current, ...next });
    };
    change({ isRunning: true, isStopped: false, error: undefined });
    try {
      const progress = await sendPeople(list, {
        ...how,
        ask: async (rows) => {
          try {
            const answer = await ask(rows);
            change({ isWaiting: false });
            return answer;
          } catch (error) {
            change({ isWaiting: true });
            throw error;
          }
        },
        signal: own.signal,
        from: latest.current.progress,
        onProgress: (progress) => change({ progress }),
      });
      change({ isRunning: false });
      return own.signal.aborted ? undefined : progress;
    } catch (error) {
      const isStopped = own.signal.aborted;
      change({ isRunning: false, isWaiting: false, isStopped, error: isStopped ? undefined : error });
      return undefined;
    }
  };
  return {
    state,
    start,
    stop: end,
    reset: () => {
      end();
      running.current = undefined;
      set(before);
    },
  };
}
