/** A function that never throws into the page. */
export const safely =
  <A extends unknown[]>(run: (...args: A) => void) =>
  (...args: A): void => {
    try {
      run(...args);
    } catch {
      // An event that cannot be measured is ignored.
    }
  };

/** Listens before the page's own listeners, which may stop an event. */
export const on = (types: string, run: (event: CustomEvent) => void): void => {
  for (const type of types.split(' '))
    addEventListener(type, safely(run) as EventListener, { capture: true, passive: true });
};
