import { useEffect, useRef, useState } from 'preact/hooks';

/** How far something is that is done in steps. */
export interface RunState<Progress> {
  progress: Progress;
  isRunning: boolean;
  isStopped: boolean;
  /** The last request had no answer, and is sent again. */
  isWaiting: boolean;
  /** Why it ended before the last step. */
  error: unknown;
}

/** What something that is done in steps is given. */
export interface Steps<Progress> {
  /** Where it goes on. Undefined if it begins. What was begun may have been done, although its answer did not come. */
  from: Progress | undefined;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  /** Waits for an answer. Without one, the state says that it is waited for. */
  answerOf: <Answer>(answer: Promise<Answer>) => Promise<Answer>;
}
export type Work<Progress> = (steps: Steps<Progress>) => Promise<unknown>;

export interface Running<Progress> {
  state: RunState<Progress>;
  /** Begins, or goes on where it was stopped. Undefined if it does not come to its end. */
  start: (work: Work<Progress>) => Promise<Progress | undefined>;
  stop: () => void;
  /** Forgets what was done: it begins anew. */
  reset: () => void;
}

/** Does something in steps, and says how far it is. It ends with its component. */
export function useRunning<Progress>(nothingDone: Progress): Running<Progress> {
  const [before] = useState<RunState<Progress>>({
    progress: nothingDone,
    isRunning: false,
    isStopped: false,
    isWaiting: false,
    error: undefined,
  });
  const [state, setState] = useState(before);
  const latest = useRef(before);
  const running = useRef<AbortController>(undefined);
  const hasBegun = useRef(false);
  const set = (next: RunState<Progress>) => {
    latest.current = next;
    setState(next);
  };
  const stop = () => running.current?.abort();
  useEffect(() => stop, []);

  const start = async (work: Work<Progress>) => {
    stop();
    const own = new AbortController();
    running.current = own;
    const change = (next: Partial<RunState<Progress>>) => {
      if (running.current === own) set({ ...latest.current, ...next });
    };
    const from = hasBegun.current ? latest.current.progress : undefined;
    hasBegun.current = true;
    change({ isRunning: true, isStopped: false, error: undefined });
    try {
      await work({
        from,
        signal: own.signal,
        onProgress: (progress) => change({ progress }),
        answerOf: async (answer) => {
          try {
            const given = await answer;
            change({ isWaiting: false });
            return given;
          } catch (error) {
            change({ isWaiting: true });
            throw error;
          }
        },
      });
      change({ isRunning: false });
      return own.signal.aborted ? undefined : latest.current.progress;
    } catch (error) {
      const isStopped = own.signal.aborted;
      change({ isRunning: false, isWaiting: false, isStopped, error: isStopped ? undefined : error });
      return undefined;
    }
  };
  return {
    state,
    start,
    stop,
    reset: () => {
      stop();
      running.current = undefined;
      hasBegun.current = false;
      set(before);
    },
  };
}
