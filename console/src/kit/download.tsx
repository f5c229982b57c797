import { useState } from 'preact/hooks';
import type { Wanted } from '../data/file.ts';
import { toast } from '../lib/toasts.ts';
import { Icon } from './button.tsx';

export interface DownloadProps {
  /** What the rows are: "Visits by country". */
  what: string;
  /** All that is shown, with its filters. */
  of: Wanted;
  /** It stands among other buttons, not in a line of text. */
  isButton?: boolean;
}

/** A button that saves all rows of a table, panel or chart as a CSV file. */
export function Download({ what, of, isButton = false }: DownloadProps) {
  const [isBusy, setBusy] = useState(false);
  const save = () => {
    setBusy(true);
    import('../data/file.ts')
      .then(
        ({ download }) => download(what, of),
        () => toast('A part of the console did not load'),
      )
      .finally(() => setBusy(false));
  };
  return (
    <button
      type="button"
      class={isButton ? 'button button-icon' : 'icon-button download'}
      aria-label={`Download as CSV: ${what}`}
      aria-busy={isBusy}
      title="Download as CSV"
      onClick={save}
    >
      <Icon name="download" />
    </button>
  );
}
