import { useEffect, useState } from 'preact/hooks';
import { refetchFailed } from '../data/query.ts';

/**
 * When what failed is loaded again, in milliseconds after the connection is back. A browser says so before the first
 * request succeeds, and a request from before may fail after it.
 */
const again = [0, 1000, 3000, 10_000];

/** A line that says that there is no connection. When it is back, what failed is loaded again. */
export function OfflineBar() {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    let timers: ReturnType<typeof setTimeout>[] = [];
    const change = () => {
      setOnline(navigator.onLine);
      for (const timer of timers) clearTimeout(timer);
      timers = navigator.onLine ? again.map((after) => setTimeout(refetchFailed, after)) : [];
    };
    addEventListener('online', change);
    addEventListener('offline', change);
    return () => {
      for (const timer of timers) clearTimeout(timer);
      removeEventListener('online', change);
      removeEventListener('offline', change);
    };
  }, []);
  return (
    <div class="offline" role="status">
      {!isOnline && 'You are offline. What you see may be old.'}
    </div>
  );
}
