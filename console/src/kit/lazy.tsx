import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { PartNotLoaded } from '../lib/problem.ts';
import { takeTyped } from '../nav/actions.ts';
import { leaving } from '../nav/router.ts';
import { Button } from './button.tsx';
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
function NotLoaded({ error }: NotLoadedProps) {
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

interface NotLoadedProps {
  error: unknown;
  onClose?: () => void;
}

/** In place of a dialog whose script did not load: in sight, wherever the dialog stands in the document. */
function DialogNotLoaded({ error, onClose }: NotLoadedProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    // What is typed is not for a field of the dialog any more.
    takeTyped();
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} class="dialog" aria-label="Not loaded" onClose={onClose}>
      <div class="dialog-body stack">
        <h2>This dialog did not load</h2>
        <NotLoaded error={error} />
        <Button onClick={() => dialog.current?.close()}>Close</Button>
      </div>
    </dialog>
  );
}

/**
 * A component whose script is loaded when it is first shown. Until it is there, `room` keeps its place; if it does not
 * load, `Missing` says so.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  room: ComponentChildren = <Skeleton />,
  Missing: ComponentType<NotLoadedProps> = NotLoaded,
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
    return error === undefined ? room : <Missing {...props} error={error} />;
  };
}

/** A dialog whose script is loaded when it is first opened. Until it is there, nothing on the screen moves for it. */
export const lazyDialog = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(load, null, DialogNotLoaded);

/** So far below the window, in pixels, a part is already drawn. */
const ahead = 100;

interface WhenSeenProps {
  /** What stands above it has its height. */
  isReady: boolean;
  /** Keeps its place until it is drawn. */
  room: ComponentChildren;
  children: ComponentChildren;
}

/** Draws a part, which loads what it shows, once the reader comes near it. */
export function WhenSeen({ isReady, room, children }: WhenSeenProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (isSeen || !isReady || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: `0px 0px ${ahead}px` },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isSeen, isReady]);
  return isSeen ? children : <div ref={place}>{room}</div>;
}
