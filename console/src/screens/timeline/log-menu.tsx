import { type AccountLog, deleteAccountLog, deletePersonLog, type PersonLog } from '@footfall/client';
import { useState } from 'preact/hooks';
import { ask } from '../../data/api.ts';
import { useScope } from '../../data/session.ts';
import { Button } from '../../kit/button.tsx';
import { ChangeDialog } from '../../kit/form.tsx';
import { More } from '../../kit/more.tsx';

type Log = PersonLog | AccountLog;

const remove = (log: Log): Promise<unknown> =>
  'personLogId' in log
    ? ask(deletePersonLog, { path: { person_id: log.personId, person_log_id: log.personLogId } })
    : ask(deleteAccountLog, { path: { account_id: log.accountId, account_log_id: log.accountLogId } });

/** The menu of a log: its id, and what deletes it. */
export function LogMenu({ log }: { log: Log }) {
  const mayWrite = useScope('write');
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <More what="log" id={'personLogId' in log ? log.personLogId : log.accountLogId}>
        {mayWrite
          ? (close) => (
              <Button
                kind="item"
                onClick={() => {
                  close();
                  setAsked(true);
                }}
              >
                Delete the log …
              </Button>
            )
          : undefined}
      </More>
      {isAsked && (
        <ChangeDialog
          title="Delete this log?"
          intro={
            <p>
              It is gone for good, with what it says. If its sender sends the same request again, it is not
              written again.
            </p>
          }
          submit="Delete the log"
          isDanger
          send={() => remove(log)}
          done={() => 'The log was deleted'}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
