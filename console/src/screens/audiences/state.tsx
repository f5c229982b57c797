import type { Audience, AudienceVersion } from '@footfall/client';
import { versionsWords } from '../../../../src/vocabulary/experiments.ts';
import { dayAndTime } from '../../lib/format.ts';
import { isAmong, type TestArm } from '../experiments/data.ts';

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

/** The versions of the test that runs on an audience. */
type Arms = readonly TestArm[];

const tested: StateBadge = { text: 'In a test', tone: 'badge-warn' };

/** A version by its state in a word, in an archived audience or not. */
export function versionBadge(version: AudienceVersion, isArchived = false, arms: Arms = []): StateBadge {
  const { status } = version;
  if (status !== 'published' && isAmong(arms, version.versionId)) return tested;
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

/** The versions of a test that visitors get besides the live one. */
const besideLive = ({ publishedVersion: live }: Audience, arms: Arms): Arms =>
  arms.filter(({ versionId }) => versionId !== live?.versionId);

/** Whether the latest version says more than what is live and in a test. */
const isNews = ({ latestVersion: { versionId, status } }: Audience, arms: Arms): boolean =>
  status !== 'published' && status !== 'archived' && !isAmong(arms, versionId);

/** The states of an audience: what is live, what is in a test, then what comes next. */
export function badgesOf(audience: Audience, arms: Arms = []): StateBadge[] {
  const { archivedAt, latestVersion: latest, publishedVersion: live } = audience;
  if (archivedAt !== null) return [{ text: 'Archived', tone: '' }];
  const numbered = ({ text, tone }: StateBadge, { versionNumber }: Pick<TestArm, 'versionNumber'>) => ({
    text: `${text} v${versionNumber}`,
    tone,
  });
  return [
    live ? numbered(versionBadge(live), live) : { text: 'Not live', tone: '' },
    ...besideLive(audience, arms).map((arm) => numbered(tested, arm)),
    ...(isNews(audience, arms) ? [numbered(versionBadge(latest), latest)] : []),
  ];
}

/** Whether an audience is shown by a filter of the list. */
export function isIn(name: StateName, audience: Audience, arms: Arms = []): boolean {
  if (name === 'archived' || audience.archivedAt !== null)
    return name === 'archived' && audience.archivedAt !== null;
  const { status } = audience.latestVersion;
  if (name === 'live') return isLive(audience);
  if (name === 'waiting') return isInFlight(audience);
  return (status === 'draft' || status === 'pending') && isNews(audience, arms);
}

/** What visitors of a test get besides the live version. */
function testWords(arms: Arms): string {
  if (arms.length === 0) return '';
  const [are, them] = arms.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${versionsWords(arms, 'Version')} ${are} in a test: some visitors see ${them}.`;
}

const nextWords = (next: AudienceVersion): string => {
  const { versionNumber, status, cancelReason, publishAt } = next;
  const version = `Version ${versionNumber}`;
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

/** The state of an audience in one to three sentences. */
export function sentenceOf(audience: Audience, arms: Arms = []): string {
  const { archivedAt, latestVersion: latest, publishedVersion: live } = audience;
  if (archivedAt !== null) return `Archived since ${dayAndTime(archivedAt)}. Visitors get the page.`;
  const now = live
    ? `Version ${live.versionNumber} ${live.publishedAt ? `has been live since ${dayAndTime(live.publishedAt)}` : 'is live'}.`
    : 'Nothing is live yet: visitors get the page.';
  const next = isNews(audience, arms) ? nextWords(latest) : '';
  return [now, testWords(besideLive(audience, arms)), next].filter(Boolean).join(' ');
}

/** The states of an audience as badges: what is live, then what comes next. */
export const Badges = ({ audience, arms }: { audience: Audience; arms?: Arms | undefined }) => (
  <span class="badges">
    {badgesOf(audience, arms).map(({ text, tone }) => (
      <span key={text} class={`badge ${tone}`}>
        {text}
      </span>
    ))}
  </span>
);
