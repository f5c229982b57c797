import type { AudienceVersion, Page } from '@footfall/client';
import { useState } from 'preact/hooks';
import type { LinkVisits } from '../../analytics/link-visits.ts';
import type { QueryState } from '../../data/query.ts';
import { Ago } from '../../kit/ago.tsx';
import { Button } from '../../kit/button.tsx';
import { Await, Skeleton } from '../../kit/states.tsx';
import { WordDiff } from '../../kit/word-diff.tsx';
import { dayAndTime } from '../../lib/format.ts';
import { versionBadge } from '../audiences/state.tsx';
import { testOf } from '../experiments/data.ts';
import { Changes, Compare } from './compare.tsx';
import { pathOf, useFinalWords, useVersionWords, type VersionShown } from './data.ts';
import type { PartProps } from './screen.ts';
import { changeInWords, contextInWords } from './use-versions.ts';
import { versionVisitsWords } from './version-visits.tsx';
import { changesBetween } from './words.ts';

export interface VersionProps extends PartProps {
  version: AudienceVersion;
  /** The visits of those who got it. Undefined while they are not known, and if nobody did. */
  visits: LinkVisits | undefined;
  /** The version with the number before. Undefined: there is none, or it is not loaded. */
  before: AudienceVersion | undefined;
  /** The version that visitors got before this one, or get beside it in a test. Undefined for one that visitors never got, too. */
  outBefore: AudienceVersion | undefined;
  isLatest: boolean;
  /** It is one of the first of the list: its words are loaded before it is opened. */
  isFirst: boolean;
  /** All versions are loaded. */
  isAll: boolean;
}

const actionNames = { ready: 'Mark as ready', publish: 'Publish again', cancel: 'Cancel' };

/** When a version got its state, in words. */
function timeOf({
  publishedAt,
  cancelledAt,
  queuedAt,
  publishAt,
  createdAt,
  status,
}: AudienceVersion): [string, string] {
  if (status === 'cancelled' && cancelledAt) return ['cancelled', cancelledAt];
  if (publishedAt) return ['published', publishedAt];
  if (status === 'queued' && publishAt) return ['goes live', publishAt];
  return queuedAt && (status === 'queued' || status === 'processing')
    ? ['asked for', queuedAt]
    : ['opened', createdAt];
}

/** The context of a version that was never published, beside the context of the version before. */
function Context({ before, version }: Pick<VersionProps, 'before' | 'version'>) {
  const { supplementaryContext: context, versionNumber } = version;
  if (!before || before.supplementaryContext === context)
    return <p class="diff-text">{context || <span class="muted">No context</span>}</p>;
  return (
    <WordDiff
      before={before.supplementaryContext ?? ''}
      after={context ?? ''}
      labels={[`Version ${before.versionNumber}`, `Version ${versionNumber}`]}
    />
  );
}

interface WordsProps {
  page: Page;
  version: AudienceVersion;
  words: QueryState<VersionShown>;
  outBefore: AudienceVersion | undefined;
  wordsBefore: QueryState<VersionShown>;
}

/** What visitors got by a version, and what was different in the one before. */
function Words({ page, version, words, outBefore, wordsBefore }: WordsProps) {
  const labelOf = ({ versionNumber }: AudienceVersion) => `Version ${versionNumber}`;
  const shownQuery = outBefore && words.error === undefined ? wordsBefore : words;
  const isThere = words.data && (!outBefore || wordsBefore.data);
  return (
    <Await query={{ ...shownQuery, data: isThere && words.data }} skeleton={<Skeleton lines={4} />}>
      {({ shown }) => {
        const before = wordsBefore.data;
        if (!outBefore || !before)
          return (
            <Compare
              page={page}
              live={undefined}
              next={shown}
              labels={[labelOf(version), labelOf(version)]}
            />
          );
        const changes = changesBetween(page, before.shown, shown);
        if (changes.length === 0)
          return <p class="muted">The same content as version {outBefore.versionNumber}.</p>;
        return <Changes changes={changes} labels={[labelOf(outBefore), labelOf(version)]} />;
      }}
    </Await>
  );
}

/** A version in a list: what it changed. It unfolds the words, and what may be done with it. */
export function Version(props: VersionProps) {
  const { screen, version, visits, before, outBefore, isLatest, isFirst, isAll } = props;
  const { loaded, live, next, mayEdit } = screen;
  const { audience, page } = loaded;
  const path = pathOf(loaded);
  const { versionNumber, supplementaryContext, cancelReason, allowedActions, publishedAt, status } = version;
  const { requestedBy } = version;
  const [isOpen, setOpen] = useState(false);
  const isWanted = isFirst || isOpen;
  // What a test has stays as it is, as what was published.
  const hasWords =
    publishedAt !== null || (screen.tests && testOf(screen.tests, version.versionId)) !== undefined;
  const words = useFinalWords(path, isWanted && hasWords ? version.versionId : undefined);
  const wordsBefore = useVersionWords(path, isWanted ? outBefore : undefined);
  const { text, tone } = versionBadge(version, audience.archivedAt !== null, screen.tests?.running?.arms);
  const [verb, at] = timeOf(version);
  const name = `version ${versionNumber}`;
  // The buttons of the draft stand at the top of the screen.
  const actions = isLatest ? [] : allowedActions;
  const changed = () => {
    if (hasWords) {
      if (!outBefore) return isAll && publishedAt !== null ? 'first content' : '';
      return words.data && wordsBefore.data
        ? changeInWords(page, wordsBefore.data.shown, words.data.shown)
        : '';
    }
    const isNext = isLatest && status !== 'cancelled' && audience.publishedVersion !== null;
    if (isNext) return live.data ? changeInWords(page, live.data, next) : '';
    return contextInWords(before, version);
  };
  const isOther = words.data
    ? changesBetween(page, next, words.data.shown).length > 0
    : !hasWords && (supplementaryContext ?? '') !== (audience.supplementaryContext ?? '');
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span class="row">
            <b class="tabular">v{versionNumber}</b>
            <span class={`badge ${tone}`}>{text}</span>
            <span class="grow muted">{changed()}</span>
            {requestedBy && <span class="muted version-by">{requestedBy}</span>}
            <Ago class="muted tabular" at={at} title={`${verb} ${dayAndTime(at)}`} />
          </span>
          {visits && <span class="note muted tabular">{versionVisitsWords(visits)}</span>}
        </summary>
        {cancelReason && <p>{cancelReason}</p>}
        {!hasWords ? (
          <Context before={before} version={version} />
        ) : (
          isOpen && (
            <Words
              page={page}
              version={version}
              words={words}
              outBefore={outBefore}
              wordsBefore={wordsBefore}
            />
          )
        )}
        <p class="muted after">
          {verb} {dayAndTime(at)}
          {requestedBy && `, asked for by ${requestedBy}`}
        </p>
        {mayEdit && (
          <p class="row">
            {isOther && (
              <Button
                onClick={() =>
                  screen.ask({ what: 'use again', wanted: { version, shown: words.data?.shown } })
                }
              >
                {hasWords ? 'Use this content' : 'Use this context'}{' '}
                <span class="visually-hidden">of {name}</span>
              </Button>
            )}
            {actions.map((action) => (
              <Button key={action} onClick={() => screen.actions.version.run({ version, action })}>
                {actionNames[action]} <span class="visually-hidden">{name}</span>
              </Button>
            ))}
          </p>
        )}
      </details>
    </li>
  );
}
