import { Icon } from '../kit/icon.tsx';
import { useStore } from '../lib/store.ts';
import { dismiss, type Toast, toasts } from '../lib/toasts.ts';

function Message({ id, text, action }: Toast) {
  return (
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
}

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
