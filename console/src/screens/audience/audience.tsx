import { useState } from 'preact/hooks';
import { useActions } from '../../actions.ts';
import { Await } from '../../kit/await.tsx';
import { CopyButton } from '../../kit/copy.tsx';
import { ScreenHead } from '../../kit/screen-head.tsx';
import { Skeleton } from '../../kit/states.tsx';
import { Unsaved } from '../../kit/unsaved.tsx';
import { useQuery } from '../../query.ts';
import { open } from '../../records.ts';
import { go, here, link, useRoute } from '../../router.ts';
import { useScope } from '../../session.ts';
import { Compare } from './compare.tsx';
import { Conflict } from './conflict.tsx';
import { type AudiencePath, type Loaded, loadAudience } from './data.ts';
import { Edit } from './edit.tsx';
import { History } from './history.tsx';
import { Links, Preview } from './links.tsx';
import { useLive } from './live.ts';
import { Numbers } from './numbers.tsx';
import { useNews } from './progress.tsx';
import { Publish } from './publish.tsx';
import { isMoving, sentenceOf } from './state.ts';
import { Status, useAudienceActions } from './status.tsx';
import { useContextAgain } from './use-again.ts';
import { useDraft } from './use-draft.ts';
import { changesBetween, differing, type Shown, shownOf, valuesOf } from './words.ts';

/** The name of what comes after the live version. */
function nextLabel({ audience: { latestVersion } }: Loaded): string {
  const { status, versionNumber } = latestVersion;
  if (status === 'draft') return `Draft · version ${versionNumber}`;
  if (status === 'pending') return `In preparation · version ${versionNumber}`;
  return `Next · version ${versionNumber + (status === 'cancelled' ? 0 : 1)}`;
}

function View({ loaded, path }: { loaded: Loaded; path: AudiencePath }) {
  const { audience, page } = loaded;
  const { query } = useRoute();
  const mayWrite = useScope('write');
  const isArchived = audience.archivedAt !== null;
  const isEditing = query.edit === '1' && mayWrite && !isArchived;
  const [publishing, setPublishing] = useState<Loaded | undefined>();
  const draft = useDraft(loaded);
  const actions = useAudienceActions(loaded);
  const useAgain = useContextAgain(loaded);
  const { links, link: first, resolution, words: live } = useLive(audience);
  useNews(audience);

  const next = shownOf(valuesOf(audience, page), page);
  const isDraft = audience.latestVersion.status === 'draft';
  const changes = live ? changesBetween(live, next) : [];
  const hasUnpublished = !isArchived && !isDraft && !isMoving(audience) && changes.length > 0;
  const mayPublish =
    mayWrite && !isArchived && (audience.latestVersion.allowedActions.includes('publish') || hasUnpublished);

  const edit = () => go(here({ edit: '1' }));
  const close = () => {
    draft.discard();
    go(here({ edit: undefined }));
  };
  const save = async () => {
    const saved = await draft.save();
    if (saved) go(here({ edit: undefined }));
    return saved;
  };
  const saveAndPublish = async () => {
    const saved = draft.isDirty ? await save() : loaded;
    if (!saved) return;
    go(here({ edit: undefined }));
    setPublishing(saved);
  };
  useActions([
    ...(mayWrite && !isArchived && !isEditing
      ? [{ title: 'Edit the words', keys: 'e', group: 'Audience', run: edit }]
      : []),
    ...(mayPublish && !isEditing
      ? [{ title: 'Publish', keys: 'p', group: 'Audience', run: () => setPublishing(loaded) }]
      : []),
  ]);

  const theirs = draft.theirs;
  const changedMeanwhile =
    draft.isDirty &&
    !draft.isRunning &&
    differing(valuesOf(draft.base.audience, draft.base.page), valuesOf(audience, page)).length > 0;
  const labels = [
    audience.publishedVersion ? `Live · version ${audience.publishedVersion.versionNumber}` : 'Live',
    nextLabel(loaded),
  ] as const;
  const name = audience.effectiveName;
  return (
    <>
      <ScreenHead
        title={name}
        question={
          <>
            Which words do they get on <a href={link('page', { pageId: page.pageId })}>{page.title}</a>?
            {audience.personId && (
              <>
                {' '}
                For <a href={open(audience.personId)}>{audience.computedName}</a>.
              </>
            )}
          </>
        }
      >
        {mayWrite && !isArchived && !isEditing && (
          <button type="button" class="button" onClick={edit} title="Edit (e)">
            Edit
          </button>
        )}
        {mayPublish && !isEditing && (
          <button
            type="button"
            class="button button-main"
            onClick={() => setPublishing(loaded)}
            title="Publish (p)"
          >
            Publish …
          </button>
        )}
      </ScreenHead>
      <Status {...{ loaded, actions, mayWrite, hasUnpublished, link: first }} />
      <div class="audience">
        <section aria-labelledby="audience-words">
          <h2 id="audience-words">Words</h2>
          {isEditing ? (
            <Edit
              key={draft.generation}
              page={page}
              values={draft.values}
              onChange={draft.set}
              live={live}
              labels={labels}
              isDirty={draft.isDirty}
              isRunning={draft.isRunning}
              error={draft.error}
              fieldError={draft.fieldError}
              onSave={save}
              onPublish={saveAndPublish}
              onCancel={close}
              notice={
                changedMeanwhile && (
                  <p class="banner row" role="status">
                    <span class="grow">Someone changed this while you edit.</span>
                    <button type="button" class="button" onClick={() => draft.look(loaded)}>
                      Compare
                    </button>
                  </p>
                )
              }
            />
          ) : (
            <Words live={live} next={next} labels={labels} hasChanges={changes.length > 0 || isDraft} />
          )}
        </section>
        <div>
          <Links
            audienceId={audience.audienceId}
            suggestion={audience.personRouteKey ? `/for/${audience.personRouteKey}` : ''}
            query={links}
            mayCreate={mayWrite && !isArchived}
          />
          {first && (
            <Await query={resolution} skeleton={<Skeleton lines={3} />}>
              {(answer) => <Preview shown={answer} of={first} />}
            </Await>
          )}
          <Numbers path={path} />
          <History
            path={path}
            context={audience.supplementaryContext}
            mayWrite={mayWrite && !isArchived && !isEditing}
            onAction={(version, action) => actions.version.run({ version, action })}
            onUseAgain={useAgain}
          />
          <p class="muted">
            <CopyButton text={audience.audienceId} label={audience.audienceId} what="id" />
          </p>
        </div>
      </div>
      <Unsaved isDirty={isEditing && draft.isDirty} />
      {theirs && (
        <Conflict
          base={valuesOf(draft.base.audience, draft.base.page)}
          mine={draft.values}
          theirs={valuesOf(theirs.audience, theirs.page)}
          news={
            theirs.audience.latestVersion.status === draft.base.audience.latestVersion.status
              ? undefined
              : sentenceOf(theirs.audience)
          }
          onClose={() => draft.look(undefined)}
          onChoose={(values) => draft.choose(values)}
        />
      )}
      {publishing && (
        <Publish
          loaded={publishing}
          live={live}
          onClose={() => setPublishing(undefined)}
          onPublished={() => setPublishing(undefined)}
        />
      )}
    </>
  );
}

interface WordsProps {
  live: Shown | undefined;
  next: Shown;
  labels: readonly [string, string];
  hasChanges: boolean;
}

/** The words of the draft beside those that are live, or only one of them if they are the same. */
function Words({ live, next, labels, hasChanges }: WordsProps) {
  if (live && !hasChanges)
    return <Compare live={undefined} next={{ ...next, ...live }} labels={[labels[0], labels[0]]} />;
  return <Compare live={live} next={next} labels={labels} />;
}

/** What do the visitors of an audience get, and what would they get next? */
export function AudienceScreen() {
  const { params } = useRoute<'audience'>();
  const path = { page_id: params.pageId, audience_id: params.audienceId };
  const [every, setEvery] = useState(15_000);
  const loaded = useQuery(['audience', path], (signal) => loadAudience(path, signal), { every });
  const wanted = loaded.data && isMoving(loaded.data.audience) ? 1000 : 15_000;
  if (wanted !== every) setEvery(wanted);
  return (
    <Await query={loaded} skeleton={<Skeleton lines={12} />}>
      {(data) => <View loaded={data} path={path} />}
    </Await>
  );
}
