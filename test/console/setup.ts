// What the console asks of a browser when its modules are loaded. Nothing here draws: tests need plain code and hooks.
const inBrowser = {
  navigator: { languages: ['en-GB'], onLine: true },
  location: new URL('https://footfall.example/console/'),
  document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
  localStorage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
  sessionStorage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
};
for (const [name, value] of Object.entries(inBrowser))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
// The files share their modules, and so these events.
const shared = globalThis as { consoleEvents?: EventTarget };
shared.consoleEvents ??= new EventTarget();
const events = shared.consoleEvents;
for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
  Object.defineProperty(globalThis, name, { value: events[name].bind(events), configurable: true });
