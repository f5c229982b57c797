import { useEffect, useState } from 'preact/hooks';
import { refetchFailed } from '../data/query.ts';

/**
 * When what failed is loaded again, in milliseconds after the connection is back. A browser says so before the first
 * request succeeds, and a request from before may fail after it.
 */
const again = [0, 1000, 5000];

/** A line that says that there is no connection. When it is back, what failed is loaded again. */
export function OfflineBar() {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const change = () => {
      setOnline(navigator.onLine);
      if (navigator.onLine) for (const after of again) setTimeout(refetchFailed, after);
    };
    addEventListener('online', change);
    addEventListener('offline', change);
    return () => {
      removeEventListener('online', change);
      removeEventListener('offline', change);
    };
  }, []);
  return (
    <div class="offline" role="status">
      {!isOnline && 'You are offline. What you see may be out of date.'}
    </div>
  );
}
