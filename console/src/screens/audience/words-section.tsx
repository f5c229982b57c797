import { useState } from 'preact/hooks';
import { refetch } from '../../data/query.ts';
import { Button } from '../../kit/button.tsx';
import { describeProblem } from '../../lib/problem.ts';
import { toast } from '../../lib/toasts.ts';
import { link } from '../../nav/router.ts';
import { isInFlight, isScheduled } from '../audiences/state.tsx';
import { isAmong, testOf } from '../experiments/data.ts';
import { Compare } from './compare.tsx';
import type { Loaded } from './data.ts';
import { Edit } from './edit.tsx';
import { removedIn } from './fields.ts';
import { publish } from './publish.tsx';
import {
  type Asked,
  type AudienceScreenState,
  type DialogPartProps,
  startEditing,
  stopEditing,
} from './screen.ts';
import { changesBetween, differing, valuesOf } from './words.ts';

/** The name of what comes after the live version. */
function nextLabel({ loaded: { audience }, tests, isEditing }: AudienceScreenState): string {
  const { status, versionNumber, versionId } = audience.latestVersion;
  if (audience.archivedAt !== null) return 'Archived';
  if (isAmong(tests?.running?.arms ?? [], versionId) && !isEditing)
    return `In a test · version ${versionNumber}`;
  // What was in a test stays as it is.
  if (tests && testOf(tests, versionId) && isEditing) return `Next · version ${versionNumber + 1}`;
  if (status === 'draft') return `Draft · version ${versionNumber}`;
  if (status === 'pending') return `In preparation · version ${versionNumber}`;
  if (isInFlight(audience) && !isEditing)
    return `${isScheduled(audience.latestVersion) ? 'Scheduled' : 'Waiting'} · version ${versionNumber}`;
  if (status === 'cancelled' && !isEditing) return `Cancelled · version ${versionNumber}`;
  return `Next · version ${versionNumber + 1}`;
}

interface WordsProps extends DialogPartProps {
  labels: [live: string, next: string];
}

function Writing({ screen, live, labels }: WordsProps) {
  const { loaded, draft, next, scheduled, tests, ask: askAbout } = screen;
  const [isPublishing, setPublishing] = useState(false);
  const before = valuesOf(draft.base);
  const isOld =
    draft.isDirty && !draft.isRunning && differing(loaded.page, before, valuesOf(loaded)).length > 0;
  const close = () => {
    const undo = draft.discard();
    stopEditing();
    if (!draft.isDirty) return;
    toast('Your changes were discarded', {
      undo: () => {
        undo();
        startEditing();
      },
    });
  };
  const save = async () => {
    if (await draft.save()) stopEditing();
  };
  const saved = () => (draft.isDirty ? draft.save({ isQuiet: true }) : Promise.resolve(loaded));
  /** Saves, and then opens a dialog about what was saved. */
  const saveAndAsk = async (about: (state: Loaded) => Asked) => {
    const state = await saved();
    if (!state) return;
    stopEditing();
    askAbout(about(state));
  };
  const ask = (isLater: boolean) => saveAndAsk((state) => ({ what: 'publish', loaded: state, isLater }));
  // The form has shown what changes for visitors.
  const publishNow = async () => {
    setPublishing(true);
    try {
      const state = await saved();
      if (!state) return;
      stopEditing();
      await publish(state).then(screen.end, (error) => {
        // It says what would go live now.
        askAbout({ what: 'publish', loaded: state });
        toast(`The content is saved, and not published. ${describeProblem(error).title}`);
      });
    } finally {
      setPublishing(false);
      refetch();
    }
  };
  return (
    <Edit
      key={draft.generation}
      screen={screen}
      live={live}
      labels={labels}
      isRunning={draft.isRunning || isPublishing}
      isNew={
        draft.isDirty ||
        loaded.audience.publishedVersion === null ||
        changesBetween(loaded.page, live, next).length > 0
      }
      onSave={save}
      // With another version that waits, or may wait, one is asked first. With a test one is told why not.
      onPublish={scheduled.hasAny === false && !tests?.running ? publishNow : undefined}
      onAsk={() => ask(false)}
      onLater={() => ask(true)}
      onTest={screen.mayTest ? () => saveAndAsk(() => ({ what: 'test' })) : undefined}
      onCancel={close}
      notice={
        isOld && (
          <p class="banner row" role="status">
            <span class="grow">Someone changed this while you edit.</span>
            <Button onClick={() => draft.look(loaded)}>Compare</Button>
          </p>
        )
      }
    />
  );
}

function Reading({ screen, live, labels }: WordsProps) {
  const { next, mayEdit } = screen;
  const { loaded } = screen;
  const { audience, page } = loaded;
  const isArchived = audience.archivedAt !== null;
  const isDraft = audience.latestVersion.status === 'draft';
  const onEdit = mayEdit ? startEditing : undefined;
  if (isArchived) return <Compare page={page} live={undefined} next={next} labels={labels} />;
  // What is the same in both stands there once.
  const isSame = changesBetween(loaded.page, live, next).length === 0;
  if (isSame && !isDraft && audience.publishedVersion)
    return (
      <Compare page={page} live={undefined} next={live} labels={[labels[0], labels[0]]} onEdit={onEdit} />
    );
  return (
    <>
      {isSame && <p class="muted">The draft has the same content so far.</p>}
      <Compare page={page} live={live} next={next} labels={labels} onEdit={onEdit} />
    </>
  );
}

/** Fields in which the audience has a text, and which its page has no more. */
function Removed({ loaded: { audience, page } }: { loaded: Loaded }) {
  const removed = removedIn(page, audience.fieldOverrides);
  if (removed.length === 0) return null;
  return (
    <p class="banner words-removed">
      <b>Removed from the page: {removed.map(({ label }) => label).join(', ')}.</b> The text of this audience
      is kept, and is not published any more.{' '}
      <a href={link('page', { pageId: page.pageId }, { view: 'fields' })}>Restore or discard it in Fields</a>
    </p>
  );
}

/** The words of an audience: those that are live beside the draft, to read or to write. */
export function WordsSection({ screen, live }: DialogPartProps) {
  const { loaded, draft, isEditing } = screen;
  const { publishedVersion } = loaded.audience;
  const labels: [string, string] = [
    publishedVersion ? `Live · version ${publishedVersion.versionNumber}` : 'Now · the page',
    nextLabel(screen),
  ];
  return (
    <section aria-labelledby="audience-words">
      <h2 id="audience-words">Content</h2>
      <Removed loaded={loaded} />
      {isEditing ? (
        <Writing screen={screen} live={live} labels={labels} />
      ) : (
        <>
          {draft.isDirty && (
            <p class="banner row">
              <span class="grow">Your changes are not saved.</span>
              <Button onClick={() => startEditing()}>Keep editing</Button>
            </p>
          )}
          <Reading screen={screen} live={live} labels={labels} />
        </>
      )}
    </section>
  );
}
