import type { AudienceVersion } from '@footfall/client';
import { diffWordsWithSpace } from 'diff';
import { useState } from 'preact/hooks';
import { ago, dayAndTime } from '../../format.ts';
import { WordDiff } from '../../kit/word-diff.tsx';
import type { AudiencePath } from './data.ts';
import { versionBadge } from './state.ts';
import { VersionWords } from './version-words.tsx';

export interface VersionProps {
  path: AudiencePath;
  version: AudienceVersion;
  /** The version with the number before. Undefined: there is none, or it is not loaded. */
  before: AudienceVersion | undefined;
  /** The version that visitors got before this one. Undefined for one that was never published, too. */
  outBefore: AudienceVersion | undefined;
  isLatest: boolean;
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

/** How much a version changed of its context: "+6 −2 words". */
function amountOf(before: AudienceVersion | undefined, version: AudienceVersion): string {
  if (!before) return version.versionNumber === 1 ? 'first words' : '';
  const changes = diffWordsWithSpace(before.supplementaryContext ?? '', version.supplementaryContext ?? '');
  const sum = (of: 'added' | 'removed') =>
    changes.reduce((count, change) => count + (change[of] ? wordsIn(change.value) : 0), 0);
  const [added, removed] = [sum('added'), sum('removed')];
  if (added + removed === 0) return 'same context';
  return `context ${[added && `+${added}`, removed && `−${removed}`].filter(Boolean).join(' ')} words`;
}

/** The context of a version that was never published, beside that of the version before. */
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

/** A version in a list. It unfolds what it changed, and what may be done with it. */
export function Version(props: VersionProps) {
  const { path, version, before, outBefore, isLatest, context, mayWrite, isArchived } = props;
  const { versionNumber, supplementaryContext, cancelReason, allowedActions, publishedAt } = version;
  const [isOpen, setOpen] = useState(false);
  const { text, tone } = versionBadge(version, isArchived);
  const [verb, at] = timeOf(version);
  const name = `version ${versionNumber}`;
  // The buttons of the draft stand at the top of the screen.
  const actions = isLatest ? [] : allowedActions;
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span class="row">
            <b class="tabular">v{versionNumber}</b>
            <span class={`badge ${tone}`}>{text}</span>
            <span class="grow muted">{amountOf(publishedAt === null ? before : outBefore, version)}</span>
            <time class="muted tabular" dateTime={at} title={`${verb} ${dayAndTime(at)}`}>
              {ago(at)}
            </time>
          </span>
        </summary>
        {cancelReason && <p>{cancelReason}</p>}
        {publishedAt === null ? (
          <Context before={before} version={version} />
        ) : (
          isOpen && <VersionWords path={path} version={version} before={outBefore} />
        )}
        <p class="muted after">
          {verb} {dayAndTime(at)}
        </p>
        {mayWrite && (
          <p class="row">
            {supplementaryContext !== context && (
              <button type="button" class="button" onClick={() => props.onUseAgain(version)}>
                Restore this context <span class="visually-hidden">of {name}</span>
              </button>
            )}
            {actions.map((action) => (
              <button
                key={action}
                type="button"
                class="button"
                onClick={() => props.onAction(version, action)}
              >
                {actionNames[action]} <span class="visually-hidden">{name}</span>
              </button>
            ))}
          </p>
        )}
      </details>
    </li>
  );
}
