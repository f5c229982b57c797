import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { PartNotLoaded } from '../lib/problem.ts';
import { leaving } from '../nav/router.ts';
import { Failed, Skeleton } from './states.tsx';

/**
 * Loads the page again, because a browser does not load a script again that has failed in the same page. Without a
 * connection it does nothing, as the browser would show its own page of errors. Unsaved words ask first.
 */
async function reload(): Promise<void> {
  try {
    await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' });
  } catch {
    return;
  }
  leaving(() => location.reload());
}

/** In place of a part whose script did not load. When the connection is back, the page is loaded again. */
function NotLoaded({ error }: { error: unknown }) {
  useEffect(() => {
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, []);
  return <Failed error={error} retry={reload} />;
}

/** A component whose script is loaded when it is first shown. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const [Component, setComponent] = useState(() => loaded);
    const [error, setError] = useState<unknown>();
    useEffect(() => {
      if (loaded) return;
      load().then(
        (component) => {
          loaded = component;
          setComponent(() => component);
        },
        (cause: unknown) => setError(new PartNotLoaded('', { cause })),
      );
    }, []);
    if (Component) return <Component {...props} />;
    return error === undefined ? <Skeleton /> : <NotLoaded error={error} />;
  };
}
