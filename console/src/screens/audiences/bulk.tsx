import {
  type Audience,
  archiveAudience,
  getAudience,
  isProblem,
  publishAudienceVersion,
  restoreAudience,
} from '@footfall/client';
import { ask, askResponse } from '../../data/api.ts';
import { readAsSeen, type Seen, startWork, type Work } from '../../data/bulk.ts';
import type { BulkAction } from '../../kit/bulk-action.ts';
import { plural } from '../../lib/format.ts';
import { CopyAddresses } from './copy-addresses.tsx';
import { isMoving, isScheduled } from './state.tsx';

const pathOf = ({ pageId, audienceId }: Audience) => ({ page_id: pageId, audience_id: audienceId });
const counted = (count: number) => plural(count, 'audience');
const were = (count: number) => `${counted(count)} ${count === 1 ? 'was' : 'were'}`;
const itemsOf = (audiences: Audience[]) =>
  audiences.map((value) => ({ id: value.audienceId, name: value.effectiveName, value }));

type OfAudiences = Omit<Work<Audience>, 'items'>;

const restoring: OfAudiences = {
  doing: 'Restoring',
  done: (count) => `${were(count)} restored`,
  send: (audience) => ask(restoreAudience, { path: pathOf(audience), body: {}, keepalive: true }),
};

const archiving: OfAudiences = {
  doing: 'Archiving',
  done: (count) => `${were(count)} archived`,
  send: (audience) => ask(archiveAudience, { path: pathOf(audience), body: {}, keepalive: true }),
  undo: (items) => startWork({ ...restoring, items }),
};

/** A publish of an audience as it was listed. */
interface Attempt extends Seen<Audience> {
  /** A repeated request is known by it. */
  operationKey: string;
}

/** 128 random bits. `crypto.randomUUID` does not exist on pages without https. */
const newKey = () => `bulk-${crypto.getRandomValues(new Uint32Array(4)).join('-')}`;

/** Whether what the list said is still true: an audience that is read by itself says more. */
const isSame = (now: Audience, seen: Audience) =>
  Object.entries(seen).every(
    ([name, value]) => JSON.stringify(now[name as keyof Audience]) === JSON.stringify(value),
  );

async function publishAsSeen(attempt: Attempt): Promise<void> {
  const read = () => askResponse(getAudience, { path: pathOf(attempt.seen) });
  attempt.match ??= await readAsSeen(attempt, read, isSame, 'publish');
  const { seen, operationKey, match } = attempt;
  const path = { ...pathOf(seen), version_id: seen.latestVersion.versionId };
  try {
    await ask(publishAudienceVersion, { path, body: { operationKey }, headers: match, keepalive: true });
  } catch (error) {
    if (isProblem(error, 'precondition_failed', 'invalid_transition')) attempt.match = undefined;
    throw error;
  }
}

const publish = (audiences: Audience[]) =>
  startWork<Attempt>({
    doing: 'Publishing',
    done: (count) => `${counted(count)} ${count === 1 ? 'goes' : 'go'} live within seconds`,
    items: itemsOf(audiences).map((item) => ({
      ...item,
      value: { seen: item.value, operationKey: newKey() },
    })),
    send: publishAsSeen,
  });

/** Why the latest version of an audience cannot be published. */
function notPublishable(audience: Audience): string | undefined {
  if (audience.archivedAt !== null) return 'Archived:';
  if (isMoving(audience)) return 'Being published already:';
  if (isScheduled(audience.latestVersion)) return 'Scheduled already:';
  return audience.latestVersion.status === 'draft' ? undefined : 'Without a draft:';
}

const ofAudiences: BulkAction<Audience>[] = [
  {
    label: 'Publish',
    refusal: notPublishable,
    ask: (count) => ({
      title: `Publish ${counted(count)}?`,
      text: `${count === 1 ? 'Its draft goes' : 'Their drafts go'} live within seconds.`,
    }),
    run: publish,
  },
  {
    label: 'Archive',
    refusal: ({ archivedAt }) => (archivedAt === null ? undefined : 'Archived already:'),
    ask: (count) => ({
      title: `Archive ${counted(count)}?`,
      text: 'Visitors of their links get the page. What waits to be published is cancelled, and tests that run end.',
    }),
    run: (audiences) => startWork({ ...archiving, items: itemsOf(audiences) }),
  },
  {
    label: 'Restore',
    refusal: ({ archivedAt }) => (archivedAt === null ? 'Not archived:' : undefined),
    ask: (count) => ({
      title: `Restore ${counted(count)}?`,
      text: 'Visitors of their links get the content that was live before.',
    }),
    run: (audiences) => startWork({ ...restoring, items: itemsOf(audiences) }),
  },
];

const copy: BulkAction<Audience> = {
  label: 'Copy links',
  dialog: (audiences, close) => <CopyAddresses audiences={audiences} onClose={close} />,
};

/**
 * What can be done with the chosen rows of a list of audiences. `audienceOf` is undefined of a row whose audience is not
 * loaded.
 */
export function audienceActions<T>(
  audienceOf: (row: T) => Audience | undefined,
  { mayWrite, hasArchived }: { mayWrite: boolean; hasArchived: boolean },
): BulkAction<T>[] {
  const actions = mayWrite ? ofAudiences.filter(({ label }) => hasArchived || label !== 'Restore') : [];
  const loaded = (rows: T[]) => rows.flatMap((row) => audienceOf(row) ?? []);
  return [...actions, copy].map(({ refusal, run, dialog, ...action }) => ({
    ...action,
    refusal: (row: T) => {
      const audience = audienceOf(row);
      return audience ? refusal?.(audience) : 'Not loaded:';
    },
    ...(run && { run: (rows: T[]) => run(loaded(rows)) }),
    ...(dialog && { dialog: (rows: T[], close: () => void) => dialog(loaded(rows), close) }),
  }));
}
