import type { BulkAction } from '../../kit/bulk-action.ts';
import { lazyDialog } from '../../kit/lazy.tsx';

const NewAlert = lazyDialog(() => import('../alerts/new-alert.tsx').then((of) => of.NewAlert));

/** An account that an alert is about. */
export interface WatchedAccount {
  accountId: string;
  name: string;
}

/** A dialog that makes an alert for when one of these accounts comes. */
export const Notify = ({ accounts, onClose }: { accounts: WatchedAccount[]; onClose: () => void }) => (
  <NewAlert
    preset={{ accountIds: accounts.map(({ accountId }) => accountId).join('\n') }}
    known={new Map(accounts.map(({ accountId, name }) => [accountId, name]))}
    onClose={onClose}
  />
);

/** Notifies the reader of the accounts that are chosen in a list. */
export const notifyAction = <T,>(accountOf: (row: T) => WatchedAccount): BulkAction<T> => ({
  label: 'Notify me when they visit',
  title: 'Notify me when one of the selected accounts visits',
  dialog: (rows, close) => <Notify accounts={rows.map(accountOf)} onClose={close} />,
});
