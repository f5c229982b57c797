import { type Account, ifMatch, updateAccount } from '@footfall/client';
import { useState } from 'preact/hooks';
import { askResponse, type Match, type Read, useMutation } from '../../data/api.ts';
import { patch } from '../../data/query.ts';
import { useScope } from '../../data/session.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { Form } from '../../kit/form.tsx';
import { toast } from '../../lib/toasts.ts';

/** The name of an account, with a form that changes it. Undo does not overwrite what somebody else wrote since. */
export function AccountName({ data: account, match }: Read<Account>) {
  const mayWrite = useScope('write');
  const [isEditing, setEditing] = useState(false);
  const { accountId } = account;
  const rename = useMutation(
    (change: { name: string; match: Match; isUndo?: boolean }) =>
      askResponse(updateAccount, {
        path: { account_id: accountId },
        body: { name: change.name },
        headers: change.match,
      }),
    {
      optimistic: ({ name }) =>
        patch<Read<Account>>('account', (shown) =>
          shown.data.accountId === accountId ? { ...shown, data: { ...shown.data, name } } : shown,
        ),
      onDone: ({ response }, { isUndo }) => {
        setEditing(false);
        const undo = () => rename.run({ name: account.name, match: ifMatch(response), isUndo: true });
        if (!isUndo) toast('The account was renamed', { undo });
      },
    },
  );
  if (!isEditing) {
    return (
      <div class="row">
        <p class="record-name grow">{account.name}</p>
        {mayWrite && <Button onClick={() => setEditing(true)}>Edit</Button>}
      </div>
    );
  }
  return (
    <Form
      submit="Save"
      of={rename}
      onSubmit={({ name = '' }) => rename.run({ name, match })}
      onCancel={() => setEditing(false)}
    >
      <TextField label="Name" name="name" value={account.name} />
    </Form>
  );
}
