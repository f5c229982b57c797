import { useEffect, useState } from 'preact/hooks';
import { refetchFailed } from '../data/query.ts';
import { Icon } from '../kit/button.tsx';
import { useStore } from '../lib/store.ts';
import { dismiss, type Toast, toasts } from '../lib/toasts.ts';

const Message = ({ id, text, action }: Toast) => (
  <li>
    <span>{text}</span>
    {action && (
      <button
        type="button"
        onClick={() => {
          action.run();
          dismiss(id);
        }}
      >
        {action.label}
      </button>
    )}
    <button type="button" aria-label="Dismiss" onClick={() => dismiss(id)}>
      <Icon name="close" />
    </button>
  </li>
);

/** The messages at the edge of the window. Screen readers say them when they come. */
export function Toasts() {
  const shown = useStore(toasts);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.length > 0 && (
        <ul class="stack-2">
          {shown.map((toast) => (
            <Message key={toast.id} {...toast} />
          ))}
        </ul>
      )}
    </div>
  );
}

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
