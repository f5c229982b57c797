import { type Account, updateAccount } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask } from '../../api.ts';
import { TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { useMutation } from '../../mutation.ts';
import { patch } from '../../query.ts';
import { useScope } from '../../session.ts';
import { toast } from '../../toasts.ts';

export interface AccountNameProps {
  account: Account;
  /** The state that a change is made to: somebody else's change is not overwritten. */
  match: { 'If-Match': string };
}

/** The name of an account, with a form that changes it. */
export function AccountName({ account, match }: AccountNameProps) {
  const mayWrite = useScope('write');
  const [isEditing, setEditing] = useState(false);
  const rename = useMutation(
    (name: string) =>
      ask(updateAccount, { path: { account_id: account.accountId }, body: { name }, headers: match }),
    {
      optimistic: (name) =>
        patch<{ account: Account; match: unknown }>('account', (shown) =>
          shown.account.accountId === account.accountId
            ? { ...shown, account: { ...shown.account, name } }
            : shown,
        ),
      refetch: ['account', 'accounts'],
      onDone: () => {
        setEditing(false);
        toast('The account was renamed', { undo: () => rename.run(account.name) });
      },
    },
  );
  if (!isEditing) {
    return (
      <div class="row">
        <p class="record-name grow">{account.name}</p>
        {mayWrite && (
          <button type="button" class="button" onClick={() => setEditing(true)}>
            Rename
          </button>
        )}
      </div>
    );
  }
  return (
    <Form
      submit="Rename"
      isRunning={rename.isRunning}
      error={rename.error}
      onSubmit={({ name = '' }) => rename.run(name)}
      onCancel={() => setEditing(false)}
    >
      <TextField label="Name" name="name" value={account.name} error={rename.fieldError('name')} />
    </Form>
  );
}
