import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { RangePicker } from '../../analytics/range-picker.tsx';
import { useDomains } from '../../data/domains.ts';
import { useQuery } from '../../data/query.ts';
import { useScope } from '../../data/session.ts';
import { Button } from '../../kit/button.tsx';
import { ScreenHead } from '../../kit/screen-head.tsx';
import { Await, Failed, Skeleton } from '../../kit/states.tsx';
import { Toolbar } from '../../kit/toolbar.tsx';
import { Unsaved } from '../../kit/unsaved.tsx';
import { useActions } from '../../nav/actions.ts';
import { link, open, useRoute } from '../../nav/router.ts';
import { isInFlight, isMoving, sentenceOf } from '../audiences/state.tsx';
import { useTests } from '../experiments/data.ts';
import { Beside } from './beside.tsx';
import { Conflict } from './conflict.tsx';
import { type Loaded, loadAudience, useLive, useNext } from './data.ts';
import { Discard } from './discard.tsx';
import { ArchiveWithTest, EndTest, WhileTest } from './end-test.tsx';
import { Links } from './links.tsx';
import { RollBack, UseAgain } from './older-version.tsx';
import { Publish } from './publish.tsx';
import { Results } from './results.tsx';
import { type Asked, type AudienceScreenState, type PartProps, startEditing, stopEditing } from './screen.ts';
import { StartTest } from './start-test.tsx';
import { Status, useNews } from './status.tsx';
import { Test } from './test.tsx';
import { TestedWords } from './tested-words.tsx';
import { useAudienceActions } from './use-actions.ts';
import { type Draft, useDraft } from './use-draft.ts';
import { useLinks, useLinksOf } from './use-links.ts';
import { useScheduled, useVersions } from './use-versions.ts';
import { Versions } from './versions.tsx';
import { changesBetween, valuesOf } from './words.ts';
import { WordsSection } from './words-section.tsx';

const Question = ({ loaded: { audience, page } }: { loaded: Loaded }) => (
  <>
    What {audience.personId ? 'does ' : 'do these visitors '}
    {audience.personId && <a href={open(audience.personId)}>{audience.computedName}</a>} get on{' '}
    <a href={link('page', { pageId: page.pageId }, { view: 'audiences' })}>{page.title}</a>?
  </>
);

/** The choice between what is written and what somebody else has saved. */
function Meanwhile({ draft, theirs }: { draft: Draft; theirs: Loaded }) {
  const isSameState = theirs.audience.latestVersion.status === draft.base.audience.latestVersion.status;
  return (
    <Conflict
      page={draft.base.page}
      base={valuesOf(draft.base)}
      mine={draft.values}
      theirs={valuesOf(theirs)}
      news={isSameState ? undefined : sentenceOf(theirs.audience)}
      onClose={() => draft.look(undefined)}
      onChoose={async (values) => {
        if (await draft.choose(values)) stopEditing();
      }}
    />
  );
}

/** What is not possible while a test runs. */
const blocked = {
  publish: 'Publishing',
  'roll back': 'Rolling back',
  discard: 'Discarding the draft',
  test: 'Another test',
};

/** The dialog that is open. */
function OpenDialog({ screen, asked }: PartProps & { asked: Asked }) {
  const live = screen.live.data;
  const running = screen.tests?.running;
  if (asked.what === 'use again')
    return <UseAgain key={asked.wanted.version.versionId} screen={screen} wanted={asked.wanted} />;
  if (asked.what === 'arm') return <TestedWords screen={screen} test={asked.test} arm={asked.arm} />;
  if (asked.what === 'end test') return <EndTest screen={screen} test={asked.test} version={asked.version} />;
  if (asked.what === 'archive') return running ? <ArchiveWithTest screen={screen} test={running} /> : null;
  if (running) return <WhileTest screen={screen} test={running} what={blocked[asked.what]} />;
  if (!live) return null;
  if (asked.what === 'test') return <StartTest screen={screen} live={live} />;
  if (asked.what === 'roll back') return <RollBack screen={screen} live={live} to={asked.to} />;
  if (asked.what === 'discard') return <Discard screen={screen} live={live} />;
  return <Publish screen={screen} live={live} loaded={asked.loaded} isLater={asked.isLater} />;
}

function View({ loaded }: { loaded: Loaded }) {
  const { audience } = loaded;
  const { query } = useRoute();
  const isArchived = audience.archivedAt !== null;
  const mayWrite = useScope('write');
  const mayEdit = mayWrite && !isArchived;
  const isEditing = query.edit !== undefined && mayEdit;
  const [asked, ask] = useState<Asked>();
  const [news, setNews] = useState(0);
  const live = useLive(loaded);
  const next = useNext(loaded);
  const draft = useDraft(loaded);
  const tests = useTests(audience.audienceId);
  const { status, allowedActions } = audience.latestVersion;
  const screen: AudienceScreenState = {
    loaded,
    draft,
    live,
    next,
    scheduled: useScheduled(audience),
    tests: tests.data,
    isTestUnknown: tests.data === undefined && tests.error === undefined,
    links: useLinks(audience, loaded.page),
    actions: useAudienceActions(loaded),
    mayWrite,
    mayEdit,
    mayTest:
      mayEdit &&
      audience.personId === null &&
      audience.publishedVersion !== null &&
      status !== 'pending' &&
      !isInFlight(audience) &&
      tests.data !== undefined &&
      tests.data.running === undefined &&
      // What comes next is added to the one that is prepared.
      tests.data.prepared.length === 0,
    isEditing,
    ask,
    end: () => {
      ask(undefined);
      setNews(news + 1);
    },
  };
  useNews(audience, mayEdit ? (to) => ask({ what: 'roll back', to }) : undefined);

  const hasUnpublished =
    audience.publishedVersion !== null &&
    live.data !== undefined &&
    !live.isStale &&
    changesBetween(loaded.page, live.data, next).length > 0 &&
    !isArchived &&
    status !== 'draft' &&
    !isInFlight(audience);
  const mayPublish =
    mayEdit && !isEditing && !screen.isTestUnknown && (allowedActions.includes('publish') || hasUnpublished);
  const mayTest =
    mayPublish &&
    screen.mayTest &&
    live.data !== undefined &&
    changesBetween(loaded.page, live.data, next).length > 0;
  const publish = () => ask({ what: 'publish', loaded });
  const test = () => ask({ what: 'test' });
  useActions([
    ...(mayEdit && !isEditing
      ? [{ title: 'Edit the content', keys: 'e', group: 'Audience', run: () => startEditing() }]
      : []),
    ...(mayPublish ? [{ title: 'Publish', keys: 'p', group: 'Audience', run: publish }] : []),
    ...(mayTest ? [{ title: 'Test this content', keys: 't', group: 'Audience', run: test }] : []),
  ]);
  const results = (
    <Fragment key="results">
      <Toolbar title={audience.effectiveName} range={<RangePicker />}>
        <h2 id="audience-results">Results</h2>
        <a href={link('page', { pageId: audience.pageId }, { audience: audience.audienceId })}>
          Sources, countries, devices
        </a>
      </Toolbar>
      <div class="audience">
        <Results screen={screen} />
        <div class="beside-results">
          <Versions screen={screen} />
          <Links screen={screen} />
        </div>
      </div>
    </Fragment>
  );
  const words = (
    <div key="words" class="audience">
      <Await query={live} what="the audience" skeleton={<Skeleton lines={12} />}>
        {(shown) => <WordsSection screen={screen} live={shown} />}
      </Await>
      <Beside screen={screen} />
    </div>
  );
  return (
    <>
      <ScreenHead
        title={audience.effectiveName}
        question={<Question loaded={loaded} />}
        of={{ what: 'audience', id: audience.audienceId }}
      >
        {mayEdit && !isEditing && (
          <Button onClick={() => startEditing()} title="Edit (e)">
            Edit
          </Button>
        )}
        {mayTest && (
          <Button onClick={test} title="Test (t)">
            Test this content …
          </Button>
        )}
        {mayPublish && (
          <Button kind="main" onClick={publish} title="Publish (p)">
            Publish …
          </Button>
        )}
      </ScreenHead>
      <Status screen={screen} hasUnpublished={hasUnpublished} news={news} />
      {tests.error !== undefined && <Failed error={tests.error} retry={tests.retry} isShort />}
      <Test screen={screen} />
      {/* Who writes has the form at the top. */}
      {isEditing ? [words, results] : [results, words]}
      <Unsaved isDirty={draft.isDirty} />
      {draft.theirs && <Meanwhile draft={draft} theirs={draft.theirs} />}
      {asked && <OpenDialog screen={screen} asked={asked} />}
    </>
  );
}

const rarely = 15_000;

/** How often an audience is read again, in milliseconds: while a version moves, so that one sees it. */
function pauseOf(loaded: Loaded | undefined): number {
  if (!loaded || !isMoving(loaded.audience)) return rarely;
  const { queuedAt, publishAt } = loaded.audience.latestVersion;
  const since = Date.now() - Date.parse(publishAt ?? queuedAt ?? '');
  return since < 20_000 ? 1000 : 5000;
}

/** What do the visitors of an audience get, and what would they get next? */
export function AudienceScreen() {
  const { params } = useRoute<'audience'>();
  const path = { page_id: params.pageId, audience_id: params.audienceId };
  const [every, setEvery] = useState(rarely);
  const loaded = useQuery(['audience', path], (signal) => loadAudience(path, signal), { every });
  const wanted = pauseOf(loaded.data);
  if (wanted !== every) setEvery(wanted);
  // What stands above the words is asked for at the same time, and is drawn with them, unless it is slow: it would move them.
  const besides = [useTests(params.audienceId), useVersions(path), useLinksOf(path), useDomains()];
  const isWaiting = besides.some(
    ({ isLoading, isSlow, error }) => isLoading && !isSlow && error === undefined,
  );
  const [isDrawn, setDrawn] = useState<string>();
  const isReady = loaded.data !== undefined && (!isWaiting || isDrawn === params.audienceId);
  if (isReady && isDrawn !== params.audienceId) setDrawn(params.audienceId);
  const head = <ScreenHead title="Audience" question="What do its visitors get?" />;
  const hasFailed = loaded.error !== undefined && loaded.data === undefined;
  return (
    <>
      {hasFailed && head}
      <Await
        query={{
          ...loaded,
          data: isReady ? loaded.data : undefined,
          isLoading: loaded.isLoading || (!isReady && !hasFailed),
        }}
        what="the audience"
        skeleton={
          <>
            {!hasFailed && head}
            <Skeleton lines={12} />
          </>
        }
      >
        {(data) => <View key={data.audience.audienceId} loaded={data} />}
      </Await>
    </>
  );
}
