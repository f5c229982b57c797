import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/form.tsx';
import { useStore } from '../lib/store.ts';
import { actions } from '../nav/actions.ts';
import { openPalette } from './overlays.ts';

/** Keys that components handle themselves. */
const fixed = [
  { title: 'Open the command palette', keys: 'Ctrl K', group: 'Everywhere' },
  { title: 'Open the row', keys: 'Enter', group: 'Lists' },
];

/** The keyboard shortcuts of what is on the screen. */
export function Help({ onClose }: { onClose: () => void }) {
  const offered = useStore(actions);
  const rows = [
    ...fixed,
    ...offered.flatMap(({ title, keys, group = 'On this screen' }) => (keys ? [{ title, keys, group }] : [])),
  ];
  const groups = [...new Set(rows.map(({ group }) => group))];
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} class="dialog-wide">
      {/* What has the focus lets the keyboard scroll in a low window. */}
      <p class="muted">
        <Button kind="link" onClick={openPalette}>
          The command palette
        </Button>{' '}
        finds these by name, and those without a shortcut.
      </p>
      <div class="shortcuts">
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {rows
                .filter((row) => row.group === group)
                .map(({ title, keys }) => (
                  <div key={title} class="between">
                    <dt>{title}</dt>
                    <dd>
                      {keys.split(' ').map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
