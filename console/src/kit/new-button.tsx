import { useActions } from '../nav/actions.ts';
import { go, here } from '../nav/router.ts';

export interface NewButtonProps {
  /** The name in the address: `?new=link`. */
  what: string;
  /** "New link". */
  label: string;
  isMain?: boolean;
}

/** A button that opens the dialog which creates, and its key. */
export function NewButton({ what, label, isMain = true }: NewButtonProps) {
  const address = here({ new: what });
  useActions([{ title: label, keys: 'n', run: () => go(address) }]);
  return (
    <a class={isMain ? 'button button-main' : 'button'} href={address}>
      {label}
    </a>
  );
}
