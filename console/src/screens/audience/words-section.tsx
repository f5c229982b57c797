import { toast } from '../../lib/toasts.ts';
import { go, here } from '../../nav/router.ts';
import { isInFlight, isScheduled } from '../audiences/state.ts';
import { Compare } from './compare.tsx';
import type { Loaded } from './data.ts';
import { Edit } from './edit.tsx';
import type { Draft } from './use-draft.ts';
import { changesBetween, differing, type Shown, valuesOf } from './words.ts';

/** The name of what comes after the live version. */
function nextLabel({ audience }: Loaded, isEditing: boolean): string {
  const { status, versionNumber } = audience.latestVersion;
  if (audience.archivedAt !== null) return 'Archived';
  if (status === 'draft') return `Draft · version ${versionNumber}`;
  if (status === 'pending') return `In preparation · version ${versionNumber}`;
  if (isInFlight(audience) && !isEditing)
    return `${isScheduled(audience.latestVersion) ? 'Scheduled' : 'Waiting'} · version ${versionNumber}`;
  if (status === 'cancelled' && !isEditing) return `Cancelled · version ${versionNumber}`;
  return `Next · version ${versionNumber + 1}`;
}

export const startEditing = (): void => go(here({ edit: '1' }));
const stopEditing = () => go(here({ edit: undefined }));

export interface WordsSectionProps {
  loaded: Loaded;
  draft: Draft;
  live: Shown;
  next: Shown;
  isEditing: boolean;
  /** Publishes what was saved. */
  onPublish: (saved: Loaded) => void;
}

function Writing({
  loaded,
  draft,
  live,
  labels,
  onPublish,
}: WordsSectionProps & { labels: [string, string] }) {
  const { audience, page } = loaded;
  const saved = valuesOf(draft.base.audience, draft.base.page);
  const isOld = draft.isDirty && !draft.isRunning && differing(saved, valuesOf(audience, page)).length > 0;
  const close = () => {
    const undo = draft.discard();
    stopEditing();
    if (!draft.isDirty) return;
    toast('What you wrote was discarded', {
      undo: () => {
        undo();
        startEditing();
      },
    });
  };
  const save = async () => {
    if (await draft.save()) stopEditing();
  };
  const publish = async () => {
    const state = draft.isDirty ? await draft.save({ isQuiet: true }) : loaded;
    if (!state) return;
    stopEditing();
    onPublish(state);
  };
  return (
    <Edit
      key={draft.generation}
      page={page}
      computedName={audience.computedName}
      values={draft.values}
      onChange={draft.set}
      live={live}
      labels={labels}
      isDirty={draft.isDirty}
      isRunning={draft.isRunning}
      error={draft.error}
      fieldError={draft.fieldError}
      onSave={save}
      onPublish={publish}
      onCancel={close}
      notice={
        isOld && (
          <p class="banner row" role="status">
            <span class="grow">Someone changed this while you edit.</span>
            <button type="button" class="button" onClick={() => draft.look(loaded)}>
              Compare
            </button>
          </p>
        )
      }
    />
  );
}

function Reading({
  loaded: { audience },
  live,
  next,
  labels,
}: WordsSectionProps & { labels: [string, string] }) {
  const isArchived = audience.archivedAt !== null;
  const isDraft = audience.latestVersion.status === 'draft';
  if (isArchived) return <Compare live={undefined} next={next} labels={labels} />;
  // What is the same in both stands there once.
  const isSame = changesBetween(live, next).length === 0;
  if (isSame && !isDraft && audience.publishedVersion)
    return <Compare live={undefined} next={live} labels={[labels[0], labels[0]]} />;
  return (
    <>
      {isSame && <p class="muted">The draft has the same words so far.</p>}
      <Compare live={live} next={next} labels={labels} />
    </>
  );
}

/** The words of an audience: those that are live beside the draft, to read or to write. */
export function WordsSection(props: WordsSectionProps) {
  const { loaded, draft, isEditing } = props;
  const { publishedVersion } = loaded.audience;
  const labels: [string, string] = [
    publishedVersion ? `Live · version ${publishedVersion.versionNumber}` : 'Now · the page',
    nextLabel(loaded, isEditing),
  ];
  return (
    <section aria-labelledby="audience-words">
      <h2 id="audience-words">Words</h2>
      {isEditing ? (
        <Writing {...props} labels={labels} />
      ) : (
        <>
          {draft.isDirty && (
            <p class="banner row">
              <span class="grow">Words that you wrote are not saved.</span>
              <button type="button" class="button" onClick={startEditing}>
                Go on writing
              </button>
            </p>
          )}
          <Reading {...props} labels={labels} />
        </>
      )}
    </section>
  );
}
