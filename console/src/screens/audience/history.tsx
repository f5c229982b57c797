import { type AudienceVersion, listAudienceVersions } from '@footfall/client';
import { diffWordsWithSpace } from 'diff';
import { ask } from '../../api.ts';
import { ago, dayAndTime } from '../../format.ts';
import { Await } from '../../kit/await.tsx';
import { ListFooter } from '../../kit/list-footer.tsx';
import { Skeleton } from '../../kit/states.tsx';
import { WordDiff } from '../../kit/word-diff.tsx';
import { useList } from '../../list.ts';
import type { AudiencePath } from './data.ts';
import { versionBadge } from './state.ts';

export interface HistoryProps {
  path: AudiencePath;
  /** The context of the latest version: others may be used again. */
  context: string | null;
  mayWrite: boolean;
  isArchived: boolean;
  onAction: (version: AudienceVersion, action: 'ready' | 'publish' | 'cancel') => void;
  onUseAgain: (version: AudienceVersion) => void;
}

const actionNames = { ready: 'Mark as ready', publish: 'Publish again', cancel: 'Cancel' };

/** When a version got its state, in words. */
function timeOf({
  publishedAt,
  cancelledAt,
  queuedAt,
  createdAt,
  status,
}: AudienceVersion): [string, string] {
  if (status === 'cancelled' && cancelledAt) return ['cancelled', cancelledAt];
  if (publishedAt) return ['published', publishedAt];
  return queuedAt && (status === 'queued' || status === 'processing')
    ? ['asked for', queuedAt]
    : ['opened', createdAt];
}

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean).length;

/** How much a version changed: "+6 −2 words". */
function amountOf(
  before: AudienceVersion | undefined,
  { supplementaryContext: after }: AudienceVersion,
): string {
  if (!before) return 'first words';
  const changes = diffWordsWithSpace(before.supplementaryContext ?? '', after ?? '');
  const sum = (of: 'added' | 'removed') =>
    changes.reduce((count, change) => count + (change[of] ? wordsIn(change.value) : 0), 0);
  const [added, removed] = [sum('added'), sum('removed')];
  if (added + removed === 0) return 'same context';
  return `context ${[added && `+${added}`, removed && `−${removed}`].filter(Boolean).join(' ')} words`;
}

interface VersionProps extends Omit<HistoryProps, 'path'> {
  version: AudienceVersion;
  before: AudienceVersion | undefined;
  isLatest: boolean;
}

function Version(props: VersionProps) {
  const { version, before, isLatest, context, mayWrite, isArchived, onAction, onUseAgain } = props;
  const { versionNumber, supplementaryContext, cancelReason, allowedActions } = version;
  const { text, tone } = versionBadge(version, isArchived);
  const [verb, at] = timeOf(version);
  const isSame = before && before.supplementaryContext === supplementaryContext;
  const name = `version ${versionNumber}`;
  // The buttons of the draft stand at the top of the screen.
  const actions = isLatest ? [] : allowedActions;
  return (
    <li>
      <details>
        <summary>
          <span class="row">
            <b class="tabular">v{versionNumber}</b>
            <span class={`badge ${tone}`}>{text}</span>
            <span class="grow muted">{amountOf(before, version)}</span>
            <time class="muted tabular" dateTime={at} title={`${verb} ${dayAndTime(at)}`}>
              {ago(at)}
            </time>
          </span>
        </summary>
        {cancelReason && <p>{cancelReason}</p>}
        {isSame || !before ? (
          <p class="diff-text">{supplementaryContext || <span class="muted">No context</span>}</p>
        ) : (
          <WordDiff
            before={before.supplementaryContext ?? ''}
            after={supplementaryContext ?? ''}
            labels={[`Version ${before.versionNumber}`, `Version ${versionNumber}`]}
          />
        )}
        <p class="muted">
          {verb} {dayAndTime(at)}
        </p>
        {mayWrite && (
          <p class="row">
            {supplementaryContext !== context && (
              <button type="button" class="button" onClick={() => onUseAgain(version)}>
                Restore this context <span class="visually-hidden">of {name}</span>
              </button>
            )}
            {actions.map((action) => (
              <button key={action} type="button" class="button" onClick={() => onAction(version, action)}>
                {actionNames[action]} <span class="visually-hidden">{name}</span>
              </button>
            ))}
          </p>
        )}
      </details>
    </li>
  );
}

/** The versions of an audience, newest first: what each changed, and what may be done with it. */
export function History({ path, ...props }: HistoryProps) {
  const versions = useList(['audience-versions', path], (cursor, signal) =>
    ask(listAudienceVersions, { path, query: { limit: 20, ...(cursor && { cursor }) }, signal }),
  );
  return (
    <section aria-labelledby="audience-history">
      <h2 id="audience-history">Versions</h2>
      <p class="muted">Each keeps its context. Titles and buttons of older versions are not kept.</p>
      <Await query={{ ...versions, data: versions.items }} skeleton={<Skeleton lines={3} />}>
        {(items) => (
          <>
            <ol class="timeline versions">
              {items.map((version, index) => (
                <Version
                  key={version.versionId}
                  {...props}
                  version={version}
                  before={items[index + 1]}
                  isLatest={index === 0}
                />
              ))}
            </ol>
            <ListFooter list={versions} />
          </>
        )}
      </Await>
    </section>
  );
}
