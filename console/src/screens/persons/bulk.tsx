import type { Person } from '@footfall/client';
import { nameOf } from '../../data/person-names.ts';
import type { BulkAction } from '../../kit/bulk-action.ts';
import { lazyDialog } from '../../kit/lazy.tsx';
import { copyAll } from '../../lib/copy.ts';

const NewAlert = lazyDialog(() => import('../alerts/new-alert.tsx').then((of) => of.NewAlert));

const NewCampaign = lazyDialog(() => import('../campaigns/new-campaign.tsx').then((of) => of.NewCampaign));

/** A dialog that makes an alert for when the link of one of these persons is opened. */
const Tell = ({ persons, onClose }: { persons: Person[]; onClose: () => void }) => (
  <NewAlert
    preset={{ type: 'link_opened', personIds: persons.map(({ personId }) => personId).join('\n') }}
    known={new Map(persons.map((person) => [person.personId, nameOf(person)]))}
    onClose={onClose}
  />
);

/** What can be done with the chosen persons. */
export function personActions<T>(
  personOf: (row: T) => Person | undefined,
  { mayNotify, mayWrite }: { mayNotify: boolean; mayWrite: boolean },
): BulkAction<T>[] {
  const known = (rows: T[]) => rows.flatMap((row) => personOf(row) ?? []);
  return [
    ...(mayWrite
      ? [
          {
            label: 'Make pages for these',
            title: 'Make pages for the selected persons',
            dialog: (rows: T[], close: () => void) => <NewCampaign persons={known(rows)} onClose={close} />,
          },
        ]
      : []),
    ...(mayNotify
      ? [
          {
            label: 'Notify me when they visit',
            title: 'Notify me when the link of one of the selected persons is opened',
            dialog: (rows: T[], close: () => void) => <Tell persons={known(rows)} onClose={close} />,
          },
        ]
      : []),
    {
      label: 'Copy email addresses',
      run: (rows) => copyAll(known(rows).flatMap(({ email }) => email ?? [])),
    },
  ];
}
