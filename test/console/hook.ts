import { createElement, options, render } from 'preact';
import { onTestFinished, vi } from 'vitest';

// Effects run as soon as what they follow was drawn.
options.requestAnimationFrame = (callback) => queueMicrotask(callback);

/** Lets everything happen that waits for nothing but its turn. */
export const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

/** A promise that a test answers or fails, and then lets happen what follows. */
export function answerable<T>() {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const answer = (value: T) => {
    resolve(value);
    return settle();
  };
  const fail = (error: unknown) => {
    reject(error);
    return settle();
  };
  return { promise, answer, fail };
}

/** A hook on a screen. */
export interface Mounted<Input, Output> {
  /** What it returned last. */
  readonly now: Output;
  /** Calls it with another input, as when the address changes. */
  change: (input: Input) => Promise<unknown>;
  /** Takes it from the screen. */
  end: () => void;
}

/** Puts a hook on a screen that draws nothing, so that it needs no document. The test must use fake timers. */
export async function mount<Input, Output>(
  hook: (input: Input) => Output,
  input: Input,
): Promise<Mounted<Input, Output>> {
  let now: Output | undefined;
  const Probe = (props: { input: Input }) => {
    now = hook(props.input);
    return null;
  };
  const screen = { childNodes: [], firstChild: null, nodeType: 1 } as unknown as Element;
  const change = (next: Input) => {
    render(createElement(Probe, { input: next }), screen);
    return settle();
  };
  const end = () => render(null, screen);
  onTestFinished(end);
  await change(input);
  return {
    get now() {
      return now as Output;
    },
    change,
    end,
  };
}
