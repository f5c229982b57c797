import { useEffect, useState } from 'preact/hooks';
import { refetchFailed } from '../data/query.ts';

/** A line that says that there is no connection. When it is back, what failed is loaded again. */
export function OfflineBar() {
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const change = () => {
      setOnline(navigator.onLine);
      if (navigator.onLine) refetchFailed();
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
      {!isOnline && 'You are offline. What you see may be old.'}
    </div>
  );
}
