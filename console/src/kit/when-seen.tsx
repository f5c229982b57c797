import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** So far below the window, in pixels, a part is already drawn. */
const ahead = 100;

export interface WhenSeenProps {
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
