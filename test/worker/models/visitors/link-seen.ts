import { type Model, type Session, valueIn } from '../sessions/model.ts';
import type { LinkSight } from './link-looks.ts';

/** How many looks at links have found what. */
export const seenLinks = {
  looksAtLinks: 0,
  /** Two links to one audience with visits each. */
  twoOfOne: 0,
  custom: 0,
  toPage: 0,
  /** Visits by links that have been deleted or lead elsewhere now. */
  deleted: 0,
  ledElsewhere: 0,
  /** A URL whose link leads to another page. */
  ofOtherPage: 0,
  /** Visits by a link that retention has removed. */
  removedByLink: 0,
  importedByLink: 0,
  /** A link that came with a later beacon, and a later beacon by another link. */
  lateLink: 0,
  otherLink: 0,
  /** Links that the erasure of a sender or of a recipient has cleared, and those in blocks of removed sessions. */
  clearedSender: 0,
  clearedRecipient: 0,
  clearedRemoved: 0,
  /** A beacon by a link that came after the clearing. */
  lateCleared: 0,
};

/** What a look cannot see. */
export type LinkNote =
  | 'ofOtherPage'
  | 'lateLink'
  | 'otherLink'
  | 'clearedSender'
  | 'clearedRecipient'
  | 'clearedRemoved'
  | 'lateCleared';

export const linkOf = (session: Session | undefined): string | null =>
  session ? valueIn(session, 'pageLinkId') : null;

/** Runs an erasure or a clearing of the model, and returns the sessions that lost their link. */
export function clearedBy(model: Model, change: () => void): Session[] {
  const before = [...model.sessions.values()].filter((session) => linkOf(session) !== null);
  change();
  return before.filter((session) => linkOf(session) === null);
}

interface SentByLink extends Pick<Session, 'id' | 'values'> {
  isAccepted: boolean;
}

/** Notes what beacons have done. `before`: the links of the sessions that existed. */
export function noteBeacons(
  { model, links: { notes } }: LinkSight,
  beacons: SentByLink[],
  before: ReadonlyMap<string, string | null>,
): void {
  for (const { id, isAccepted, values } of beacons) {
    const link = linkOf(model.sessions.get(id));
    if (!isAccepted || !before.has(id) || values.pageLinkId === undefined) continue;
    if (link === null) notes.add('lateCleared');
    else if (before.get(id) === null) notes.add('lateLink');
    else if (link !== values.pageLinkId) notes.add('otherLink');
  }
}

/** Notes what a look at links has found. */
export function noteLinks({ model, links }: LinkSight): void {
  const came = [...model.sessions.values()].flatMap((session) => {
    const link = links.all.find(({ pageLinkId }) => pageLinkId === linkOf(session));
    return link ? [{ session, link }] : [];
  });
  const byAudience = Map.groupBy(came, ({ link }) => link.audienceId);
  const holds: Record<Exclude<keyof typeof seenLinks, LinkNote>, boolean> = {
    looksAtLinks: true,
    twoOfOne: [...byAudience].some(
      ([id, some]) => id !== null && new Set(some.map(({ link }) => link)).size > 1,
    ),
    custom: came.some(({ link }) => link.host === 'custom'),
    toPage: came.some(({ link }) => link.audienceId === null),
    deleted: came.some(({ link }) => link.isDeleted),
    ledElsewhere: came.some(({ session, link }) => link.pageId !== session.pageId),
    removedByLink: came.some(({ session }) => session.removed),
    importedByLink: came.some(({ session }) => session.imported),
  };
  for (const name of Object.keys(holds) as (keyof typeof holds)[]) seenLinks[name] += Number(holds[name]);
  for (const name of links.notes) seenLinks[name] += 1;
}
