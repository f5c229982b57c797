import { type Alert, getAlert, type Webhook } from '@footfall/client';
import { useState } from 'preact/hooks';
import { together } from '../../data/query.ts';
import { useRecord } from '../../data/use-answer.ts';
import { Await } from '../../kit/await.tsx';
import { Button } from '../../kit/button.tsx';
import { CopyButton } from '../../kit/copy.tsx';
import { endedKeyOf } from '../../kit/ended-key.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Skeleton } from '../../kit/states.tsx';
import { SwitchButton } from '../../kit/switch-button.tsx';
import { withScope } from '../../kit/with-scope.tsx';
import { dayAndTime, zoneName } from '../../lib/format.ts';
import { useActions } from '../../nav/actions.ts';
import { open } from '../../nav/records.ts';
import { go, here, noRecord } from '../../nav/router.ts';
import { useWebhooks } from '../webhooks/data.ts';
import { ReceiverName } from '../webhooks/receiver-name.tsx';
import { AlertState } from './alert-state.tsx';
import { changeAlert, type ReadAlert, removeAlert } from './data.ts';
import { EditAlert } from './edit-alert.tsx';
import { Firings } from './firings.tsx';
import { useRecordNames } from './names.ts';
import { Preview } from './preview.tsx';
import { idsIn, type NameOf, namedIn, neverBecause, whenOf } from './words.ts';

const pauseWords = {
  off: { name: 'Pause', done: 'It sends nothing until you resume it' },
  on: { name: 'Resume', done: 'It sends what happens from now on' },
};

const bodyOf = ({ name, webhookId, timezone, condition }: Alert) => ({
  name,
  webhookId,
  timezone,
  condition,
});

interface ShownProps extends ReadAlert {
  webhooks: Webhook[];
}

interface FactsProps extends Omit<ShownProps, 'match'> {
  nameOf: NameOf;
}

function AlertFacts({ alert, webhooks, nameOf }: FactsProps) {
  const { alertId, webhookId, timezone, author, createdAt } = alert;
  const webhook = webhooks.find((one) => one.webhookId === webhookId);
  return (
    <Facts
      facts={[
        ['State', <AlertState key="state" alert={alert} webhooks={webhooks} nameOf={nameOf} />],
        [
          'Goes to',
          webhook ? (
            <a key="to" href={open(webhookId)}>
              <ReceiverName webhook={webhook} among={webhooks} />
            </a>
          ) : (
            'Deleted webhook: edit the alert and choose another'
          ),
        ],
        ['Time zone', zoneName(timezone)],
        ['Created', `${dayAndTime(createdAt)}${author ? ` by ${author}` : ''}`],
        ['Key', endedKeyOf(alert)],
        ['Id', <CopyButton key="id" text={alertId} label={alertId} what="id" />],
      ]}
    />
  );
}

function Shown({ alert, match, webhooks }: ShownProps) {
  const [isEditing, setEditing] = useState(false);
  const condition = alert.condition;
  const nameOf = useRecordNames(namedIn(condition));
  const never = neverBecause(condition, nameOf);
  const isGone = !webhooks.some(({ webhookId }) => webhookId === alert.webhookId);
  const remove = () => {
    go(here(noRecord), { replace: true });
    removeAlert({ alert, match });
  };
  useActions([
    { title: 'Edit the alert', keys: 'e', run: () => setEditing(true) },
    { title: 'Delete the alert', keys: 'Delete', run: remove },
  ]);
  if (isEditing)
    return <EditAlert alert={alert} match={match} webhooks={webhooks} onClose={() => setEditing(false)} />;
  return (
    <div class="stack">
      <p class="record-name">{alert.name}</p>
      <p class="sentence">{whenOf(condition, nameOf)}.</p>
      {never && <p class="banner">{never}. Edit it and choose another, or delete it.</p>}
      <div class="row">
        <Button onClick={() => setEditing(true)}>Edit</Button>
        {!isGone && (
          <SwitchButton
            isOn={alert.isEnabled}
            words={pauseWords}
            change={(body) => changeAlert(alert.alertId, body, match)}
          />
        )}
        <span class="grow" />
        <Button kind="delete" onClick={remove}>
          Delete
        </Button>
      </div>
      <AlertFacts alert={alert} webhooks={webhooks} nameOf={nameOf} />
      {idsIn(condition).length > namedIn(condition).length && <Chosen ids={idsIn(condition)} />}
      {!isGone && <Preview body={bodyOf(alert)} />}
      <Firings alertId={alert.alertId} />
    </div>
  );
}

/** The records that an alert waits for, when they are too many for its sentence. */
function Chosen({ ids }: { ids: string[] }) {
  const [isOpen, setOpen] = useState(false);
  const nameOf = useRecordNames(isOpen ? ids : []);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Which {ids.length}</summary>
      <ul class="list stack-1">
        {ids.map((id) => (
          <li key={id}>
            <a href={open(id)}>{nameOf(id) || id}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** An alert at the side: what it waits for, what it told, and how it is changed. */
export const AlertRecord = withScope('admin', 'manage alerts', ({ id }: { id: string }) => {
  const alert = useRecord('alert', getAlert, { path: { alert_id: id } });
  const webhooks = useWebhooks();
  const shown = alert.data && webhooks.data && { ...alert.data, webhooks: webhooks.data };
  return (
    <Await query={together(shown, alert, webhooks)} skeleton={<Skeleton lines={10} />}>
      {({ data, ...read }) => <Shown alert={data} {...read} />}
    </Await>
  );
});
