import { FootfallError } from '../../lib/errors.ts';

/** The statuses of a version. An audience shows the status of its latest version, or `archived`. */
export const versionStatuses = [
  'draft',
  'pending',
  'queued',
  'processing',
  'published',
  'cancelled',
  'archived',
] as const;
export type VersionStatus = (typeof versionStatuses)[number];

interface Transition {
  from: readonly VersionStatus[];
  to: VersionStatus;
  /** Whether clients ask for the transition, or the worker makes it by itself. */
  by: 'client' | 'worker';
  /** The transition is refused while the audience is archived. */
  unlessArchived?: true;
  when: string;
}

/**
 * The state machine of versions, defined only here. Conditional SQL, 409s, `allowedActions`, lifecycle.md in docs/ and
 * the tests follow from this table. `complete` has one exception, in content/versions/worker/publish.ts: a version that is late
 * is archived at once.
 */
export const transitions = {
  ready: {
    from: ['pending'],
    to: 'draft',
    by: 'client',
    when: 'its content, prepared elsewhere, is complete',
  },
  publish: {
    from: ['draft', 'cancelled'],
    to: 'queued',
    by: 'client',
    unlessArchived: true,
    when: 'its content is frozen and a message goes to the queue, at once or at `publishAt`',
  },
  cancel: {
    from: ['draft', 'pending', 'queued', 'processing'],
    to: 'cancelled',
    by: 'client',
    when: 'nobody wants it any more; the published version stays as it is',
  },
  process: { from: ['queued'], to: 'processing', by: 'worker', when: 'the message arrives' },
  complete: { from: ['processing'], to: 'published', by: 'worker', when: 'its snapshot is stored' },
  fail: {
    from: ['queued', 'processing'],
    to: 'cancelled',
    by: 'worker',
    when: 'every attempt failed, or the audience was archived; `cancelReason` says why',
  },
  supersede: {
    from: ['published'],
    to: 'archived',
    by: 'worker',
    when: 'a version that comes later, by its request or by its `publishAt`, is published',
  },
} as const satisfies Record<string, Transition>;

export type VersionAction = keyof typeof transitions;
export type ClientAction = {
  [A in VersionAction]: (typeof transitions)[A]['by'] extends 'client' ? A : never;
}[VersionAction];

export const clientActions = (Object.keys(transitions) as VersionAction[]).filter(
  (action): action is ClientAction => transitions[action].by === 'client',
);

/** Whether the table allows the action for a version with this status, in an archived audience or not. */
function isAllowed(action: VersionAction, status: VersionStatus, archived: boolean): boolean {
  const { from, unlessArchived }: Transition = transitions[action];
  return from.includes(status) && !(archived && unlessArchived);
}

/** The actions that a client may take on a version with this status. */
export const allowedActions = (status: VersionStatus, archived: boolean): ClientAction[] =>
  clientActions.filter((action) => isAllowed(action, status, archived));

/** How to get what an action is refused for, if another request leads to it. */
function wayOut(action: ClientAction, status: VersionStatus, archived: boolean): string | undefined {
  if (archived && isAllowed(action, status, false)) return 'Restore the audience first.';
  if (action !== 'publish') return undefined;
  if (status === 'pending') return 'Make it a draft with POST …/ready first.';
  if (status === 'queued' || status === 'processing') return 'It is on its way to visitors already.';
  return 'Change the words of the audience, or send POST …/versions: both open the next draft. Publish that one.';
}

/** The 409 for an action that the table does not allow. */
export function transitionError(
  action: ClientAction,
  { versionId, status, archived }: { versionId: string; status: VersionStatus; archived: boolean },
): FootfallError {
  const allowed = allowedActions(status, archived);
  const why = archived && isAllowed(action, status, false) ? 'of an archived audience' : `that is ${status}`;
  const may = allowed.length === 0 ? 'no action' : allowed.join(', ');
  const detail = `A version ${why} does not allow ${action}; it allows ${may}.`;
  return new FootfallError(
    'invalid_transition',
    [detail, wayOut(action, status, archived)].filter((sentence) => sentence !== undefined).join(' '),
    {
      field: 'status',
      conflictingId: versionId,
      currentStatus: status,
      allowedActions: allowed,
    },
  );
}
