import type { AudienceVersion } from '@footfall/client';
import { useEffect } from 'preact/hooks';
import { useMutation } from '../../data/api.ts';
import { refetch } from '../../data/query.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/form.tsx';
import { Await, Failed, Skeleton } from '../../kit/states.tsx';
import { Changes } from './compare.tsx';
import { type Loaded, pathOf, useVersionWords } from './data.ts';
import { publish } from './publish.tsx';
import { type DialogPartProps, type PartProps, startEditing, type Wanted } from './screen.ts';
import { changesBetween, lackingIn, type Shown, shownOf, type Values, valuesFor, valuesOf } from './words.ts';

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
            isBusy={rollBack.isRunning}
            disabled={!words.data}
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
          const lacking = lackingIn(loaded.page, then, shown);
          return (
            <>
              <p class="muted">
                Its content is published again, as a new version. This is what changes for visitors:
              </p>
              {lacking && <p>{lacking}</p>}
              <Changes changes={changesBetween(loaded.page, live, then)} labels={['Now', 'Then']} />
            </>
          );
        }}
      </Await>
      {rollBack.error !== undefined && <Failed error={rollBack.error} />}
    </Dialog>
  );
}

function valuesOfWanted(loaded: Loaded, { version, shown }: Wanted): Values {
  const now = valuesOf(loaded);
  return shown
    ? valuesFor(shown, now, loaded.page)
    : { ...now, supplementaryContext: version.supplementaryContext ?? '' };
}

/**
 * Makes a draft of the words of an older version. It asks first if that replaces words that are not live, or if some
 * cannot come back.
 */
export function UseAgain({ screen, wanted }: PartProps & { wanted: Wanted }) {
  const { loaded, draft, live, next } = screen;
  const { latestVersion } = loaded.audience;
  const { versionNumber } = wanted.version;
  const what = wanted.shown ? 'content' : 'context';
  const values = valuesOfWanted(loaded, wanted);
  const then = shownOf(values, loaded.page);
  const lacking = wanted.shown && lackingIn(loaded.page, then, wanted.shown);
  const isDraft = latestVersion.status === 'draft';
  const replaces = isDraft && (!live.data || changesBetween(loaded.page, live.data, next).length > 0);
  const mustAsk = draft.isDirty || replaces || lacking !== undefined;
  const close = () => screen.ask(undefined);
  const use = async () => {
    close();
    const saved = await draft.replace(
      values,
      ({ audience }) =>
        `The ${what} of version ${versionNumber} is in version ${audience.latestVersion.versionNumber} now`,
    );
    // Words that were refused are in the form, with the reason.
    if (saved) screen.end();
    else startEditing();
  };
  useEffect(() => {
    if (!mustAsk) use();
  }, []);
  if (!mustAsk) return null;
  return (
    <Dialog
      title={`Use the ${what} of version ${versionNumber}?`}
      class="dialog-wide"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button kind="main" onClick={use}>
            {wanted.shown ? 'Use this content' : 'Use this context'}
          </Button>
        </>
      }
    >
      {draft.isDirty && <p class="banner">Your unsaved changes are discarded.</p>}
      <p class="muted">
        {isDraft
          ? `It replaces version ${latestVersion.versionNumber}, which is a draft. Visitors get it when it is published.`
          : 'It becomes the next draft. Visitors get it when it is published.'}
      </p>
      {lacking && <p>{lacking}</p>}
      <Changes
        changes={changesBetween(loaded.page, next, then)}
        labels={['Draft now', `Version ${versionNumber}`]}
      />
    </Dialog>
  );
}
