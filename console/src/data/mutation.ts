import { useEffect, useRef, useState } from 'preact/hooks';
import { refetch } from './query.ts';

export interface MutationOptions<Input, Output> {
  /** Shows the change before the service confirms it. The function that it returns takes it back. */
  optimistic?: (input: Input) => () => void;
  onDone?: (output: Output, input: Input) => void;
}

export interface MutationState<Input, Output> {
  /** Sends the change. Resolves to its result, or to undefined if it failed: `error` says why. */
  run: (input: Input) => Promise<Output | undefined>;
  isRunning: boolean;
  error: unknown;
  reset: () => void;
}

/** A change: what it sends, and how it is shown at once. After it, what is on the screen is loaded again. */
export function useMutation<Input, Output>(
  send: (input: Input) => Promise<Output>,
  { optimistic, onDone }: MutationOptions<Input, Output> = {},
): MutationState<Input, Output> {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  const run = async (input: Input) => {
    setRunning(true);
    setError(undefined);
    const takeBack = optimistic?.(input);
    try {
      const output = await send(input);
      refetch();
      onDone?.(output, input);
      return output;
    } catch (failure) {
      takeBack?.();
      if (mounted.current) setError(failure);
      return undefined;
    } finally {
      if (mounted.current) setRunning(false);
    }
  };
  return { run, isRunning, error, reset: () => setError(undefined) };
}
