import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

/** A value that components can follow. */
interface Store<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

/** Creates a store with its first value. */
export function createStore<T>(value: T): Store<T> {
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The value of a store; the component is drawn again when it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, draw] = useState({});
  const drawn = store.get();
  useLayoutEffect(() => {
    const stop = store.subscribe(() => draw({}));
    // The value may have changed between the first drawing and this effect.
    if (!Object.is(drawn, store.get())) draw({});
    return stop;
  }, [store]);
  return drawn;
}

/** A value, once it has not changed for some milliseconds. */
export function useDebounced<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
