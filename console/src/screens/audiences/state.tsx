import type { Audience, AudienceVersion } from '@footfall/client';
import { dayAndTime } from '../../lib/format.ts';

/** A state by word and colour. */
export interface StateBadge {
  text: string;
  tone: '' | 'badge-good' | 'badge-accent' | 'badge-warn';
}

/** The states of the list's filter. */
export type StateName = 'live' | 'draft' | 'waiting' | 'archived';

/** True while a version waits for the time at which it goes live. */
export const isScheduled = ({ status, publishAt }: AudienceVersion): boolean =>
  status === 'queued' && publishAt !== null && Date.parse(publishAt) > Date.now();

/** True while visitors get words of its own. */
export const isLive = ({ archivedAt, publishedVersion }: Audience): boolean =>
  archivedAt === null && publishedVersion !== null;

/** True while a version is on its way to be live, or waits for its time. */
export const isInFlight = ({ latestVersion: { status } }: Audience): boolean =>
  status === 'queued' || status === 'processing';

/** True while a version is on its way to be live. */
export const isMoving = (audience: Audience): boolean =>
  isInFlight(audience) && !isScheduled(audience.latestVersion);

/** Whether the test that runs on an audience has a version. */
export type InTest = (versionId: string) => boolean;
const noTest: InTest = () => false;

/** A version by its state in a word, in an archived audience or not. */
export function versionBadge(version: AudienceVersion, isArchived = false, inTest = noTest): StateBadge {
  const { status } = version;
  if (status !== 'published' && inTest(version.versionId)) return { text: 'In a test', tone: 'badge-warn' };
  if (isArchived && status === 'published') return { text: 'Hidden', tone: '' };
  if (isScheduled(version)) return { text: 'Scheduled', tone: 'badge-accent' };
  const badges: Record<AudienceVersion['status'], StateBadge> = {
    draft: { text: 'Draft', tone: 'badge-accent' },
    pending: { text: 'In preparation', tone: '' },
    queued: { text: 'Waiting', tone: 'badge-warn' },
    processing: { text: 'Publishing', tone: 'badge-warn' },
    published: { text: 'Live', tone: 'badge-good' },
    cancelled: { text: 'Cancelled', tone: '' },
    archived: { text: 'Replaced', tone: '' },
  };
  return badges[status];
}

/** The states of an audience: what is live, then what comes next. */
export function badgesOf(audience: Audience, inTest = noTest): StateBadge[] {
  const { archivedAt, latestVersion: latest, publishedVersion: live } = audience;
  if (archivedAt !== null) return [{ text: 'Archived', tone: '' }];
  const numbered = (version: AudienceVersion): StateBadge => {
    const { text, tone } = versionBadge(version, false, inTest);
    return { text: `${text} v${version.versionNumber}`, tone };
  };
  const first: StateBadge = live ? numbered(live) : { text: 'Not live', tone: '' };
  const isOver = latest.status === 'published' || latest.status === 'archived';
  return isOver ? [first] : [first, numbered(latest)];
}

/** Whether an audience is shown by a filter of the list. */
export function isIn(name: StateName, audience: Audience): boolean {
  if (name === 'archived' || audience.archivedAt !== null)
    return name === 'archived' && audience.archivedAt !== null;
  const { status } = audience.latestVersion;
  if (name === 'live') return isLive(audience);
  if (name === 'waiting') return isInFlight(audience);
  return status === 'draft' || status === 'pending';
}

const nextWords = (next: AudienceVersion, inTest: InTest): string => {
  const { versionId, versionNumber, status, cancelReason, publishAt } = next;
  const version = `Version ${versionNumber}`;
  if (status !== 'published' && inTest(versionId)) return `${version} is in a test: some visitors see it.`;
  if (publishAt !== null && isScheduled(next)) return `${version} goes live on ${dayAndTime(publishAt)}.`;
  const words: Record<AudienceVersion['status'], string> = {
    draft: `${version} is a draft that visitors do not see.`,
    pending: `${version} is being prepared elsewhere.`,
    queued: `${version} waits to be published.`,
    processing: `${version} is being published.`,
    published: '',
    cancelled: `${version} was cancelled.${cancelReason ? ` ${cancelReason}` : ''}`,
    archived: '',
  };
  return words[status];
};

/** The state of an audience in one or two sentences. */
export function sentenceOf(audience: Audience, inTest = noTest): string {
  const { archivedAt, latestVersion: latest, publishedVersion: live } = audience;
  if (archivedAt !== null) return `Archived since ${dayAndTime(archivedAt)}. Visitors get the page.`;
  const now = live
    ? `Version ${live.versionNumber} ${live.publishedAt ? `has been live since ${dayAndTime(live.publishedAt)}` : 'is live'}.`
    : 'Nothing is live yet: visitors get the page.';
  return [now, nextWords(latest, inTest)].filter(Boolean).join(' ');
}

/** The states of an audience as badges: what is live, then what comes next. */
export const Badges = ({ audience, inTest }: { audience: Audience; inTest?: InTest }) => (
  <span class="badges">
    {badgesOf(audience, inTest).map(({ text, tone }) => (
      <span key={text} class={`badge ${tone}`}>
        {text}
      </span>
    ))}
  </span>
);
