import type { AudienceVersion } from '@footfall/client';
import { useMutation } from '../../data/api.ts';
import { refetch } from '../../data/query.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Await, Failed, Skeleton } from '../../kit/states.tsx';
import { Changes } from './compare.tsx';
import { pathOf } from './data.ts';
import { startEditing } from './editing.ts';
import { useVersionWords } from './live.ts';
import { publish } from './publish.tsx';
import type { DialogPartProps } from './screen.ts';
import { changesBetween, lackingIn, type Shown, shownOf, valuesFor, valuesOf } from './words.ts';

interface RollBackProps extends DialogPartProps {
  /** The version whose words visitors get again. */
  to: AudienceVersion;
}

/** Publishes the words of an older version again, as a new one. It says first what changes for visitors. */
export function RollBack({ screen: { loaded, draft, ask, end }, live, to }: RollBackProps) {
  const words = useVersionWords(pathOf(loaded), to);
  const valuesOfOld = (shown: Shown) => valuesFor(shown, valuesOf(loaded), loaded.page);
  const close = () => ask(undefined);
  const rollBack = useMutation(
    async (shown: Shown) => {
      const saved = await draft.replace(valuesOfOld(shown));
      return saved && publish(saved).finally(() => refetch());
    },
    {
      onDone: (version) => {
        if (version) return end();
        // Words that were refused are in the form, with the reason.
        close();
        startEditing();
      },
    },
  );
  return (
    <Dialog
      title={`Roll back to version ${to.versionNumber}?`}
      class="dialog-wide"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            kind="main"
            disabled={rollBack.isRunning || !words.data}
            onClick={() => words.data && rollBack.run(words.data.shown)}
          >
            {rollBack.isRunning ? 'Publishing …' : 'Roll back'}
          </Button>
        </>
      }
    >
      {draft.isDirty && <p class="banner">Your unsaved changes are discarded.</p>}
      <Await query={words} skeleton={<Skeleton lines={4} />}>
        {({ shown }) => {
          const then = shownOf(valuesOfOld(shown), loaded.page);
          const lacking = lackingIn(then, shown);
          return (
            <>
              <p class="muted">
                Its content is published again, as a new version. This is what changes for visitors:
              </p>
              {lacking && <p>{lacking}</p>}
              <Changes changes={changesBetween(live, then)} labels={['Now', 'Then']} />
            </>
          );
        }}
      </Await>
      {rollBack.error !== undefined && <Failed error={rollBack.error} />}
    </Dialog>
  );
}
