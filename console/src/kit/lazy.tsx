import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { PartNotLoaded } from '../lib/problem.ts';
import { leaving } from '../nav/router.ts';
import { Failed, Skeleton } from './states.tsx';

/**
 * Loads the page again, because a browser does not load a script again that has failed in the same page. Without a
 * connection it returns false, as the browser would show its own page of errors. Unsaved words ask first.
 */
async function reload(): Promise<boolean> {
  try {
    await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' });
  } catch {
    return false;
  }
  leaving(() => location.reload());
  return true;
}

/**
 * In place of a part whose script did not load. When the connection is back, the page is loaded again. A browser says so
 * before the first request succeeds, so it is tried each second.
 */
function NotLoaded({ error }: { error: unknown }) {
  // Before the browser paints: the connection may be back the moment after.
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isShown = true;
    const whenOnline = async () => {
      clearTimeout(timer);
      if (!(await reload()) && isShown) timer = setTimeout(whenOnline, 1000);
    };
    addEventListener('online', whenOnline);
    return () => {
      isShown = false;
      clearTimeout(timer);
      removeEventListener('online', whenOnline);
    };
  }, []);
  return <Failed error={error} retry={reload} />;
}

/** A component whose script is loaded when it is first shown. Until it is there, `room` keeps its place. */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  room = <Skeleton />,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props) {
    const [Component, setComponent] = useState(() => loaded);
    const [error, setError] = useState<unknown>();
    useEffect(() => {
      if (Component) return;
      load().then(
        (component) => {
          loaded = component;
          setComponent(() => component);
        },
        (cause: unknown) => setError(new PartNotLoaded('', { cause })),
      );
    }, []);
    if (Component) return <Component {...props} />;
    return error === undefined ? room : <NotLoaded error={error} />;
  };
}
