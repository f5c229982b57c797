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

/** What adds the listeners of events that do not leave a shadow root: submit and scroll. */
const adders: ((to: EventTarget) => void)[] = [];

/** Listens before the page's own listeners, which may stop an event. */
export const on = (types: string, run: (event: CustomEvent & MouseEvent & SubmitEvent) => void): void => {
  const listener = safely(run) as EventListener;
  const add = (to: EventTarget) => {
    for (const type of types.split(' '))
      to.addEventListener(type, listener, { capture: true, passive: true });
  };
  add(window);
  if (types[0] === 's') adders.push(add);
};

/** Listens in the shadow roots that an event has passed. A listener that is added again stays one. */
export const listenWithin = (event?: Event): void => {
  event?.composedPath().map((node) => node instanceof ShadowRoot && adders.map((add) => add(node)));
};
