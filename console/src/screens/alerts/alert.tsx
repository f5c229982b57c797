import { type Alert, getAlert, listAlertFirings, type Webhook } from '@footfall/client';
import { useState } from 'preact/hooks';
import { type AlertType, conditions } from '../../../../src/vocabulary/conditions.ts';
import { askResponse, type Read, useRecord } from '../../data/api.ts';
import { versionOf } from '../../data/edit.ts';
import { useListOf } from '../../data/list.ts';
import { together } from '../../data/query.ts';
import { Button } from '../../kit/button.tsx';
import { type Editing, EditRecord } from '../../kit/edit-record.tsx';
import { endedKeyOf } from '../../kit/ended-key.tsx';
import { Facts } from '../../kit/facts.tsx';
import { SwitchButton } from '../../kit/form.tsx';
import { withScope } from '../../kit/scope.tsx';
import { Await, Empty, ListFooter, Skeleton } from '../../kit/states.tsx';
import { dayAndTime, number, zoneName } from '../../lib/format.ts';
import { useActions } from '../../nav/actions.ts';
import { go, here, noRecord, open } from '../../nav/router.ts';
import { receiverAmong, useWebhooks } from '../webhooks/words.ts';
import { AlertFields } from './alert-fields.tsx';
import { AlertState, changeAlert, ReceiverName, removeAlert } from './alert-state.tsx';
import { FiredList, Preview } from './preview.tsx';
import { type AlertValues, alertLabels, bodyOf, valuesIn, valuesOf } from './values.ts';
import { idsIn, mostNamed, type NameOf, namedIn, neverBecause, useRecordNames, whenOf } from './words.ts';

/** A text of the form as one reads it. */
function wordsOf(name: keyof AlertValues, text: string, webhooks: Webhook[], nameOf: NameOf): string {
  const webhook = webhooks.find(({ webhookId }) => webhookId === text);
  if (name === 'webhookId') return webhook ? receiverAmong(webhook, webhooks) : 'Deleted webhook';
  if (name === 'timezone') return zoneName(text);
  if (name === 'type') return conditions[text as AlertType].label;
  if (text === '') return 'Any';
  const ids = text.split('\n');
  return ids.length > mostNamed ? number(ids.length) : ids.map((id) => nameOf(id) || id).join(', ');
}

/** A form that changes an alert. */
function EditAlert({ data: alert, match, webhooks, onClose }: Editing<Alert> & { webhooks: Webhook[] }) {
  const nameOf = useRecordNames(namedIn(alert.condition));
  return (
    <EditRecord
      what="alert"
      labels={alertLabels}
      show={(name, text) => wordsOf(name, text, webhooks, nameOf)}
      start={{ values: valuesOf(alert), match }}
      read={() => versionOf(askResponse(getAlert, { path: { alert_id: alert.alertId } }), valuesOf)}
      valuesIn={valuesIn}
      bodyOf={bodyOf}
      send={(body, state) => changeAlert(alert.alertId, body, state)}
      onClose={onClose}
    >
      {(values) => <AlertFields start={values} webhooks={webhooks} />}
    </EditRecord>
  );
}

/** What an alert has sent, newest first. */
function Firings({ alert: { alertId, timezone } }: { alert: Alert }) {
  const list = useListOf('alert-firings', listAlertFirings, {
    path: { alert_id: alertId },
    query: { limit: 20 },
  });
  return (
    <section class="stack" aria-labelledby="firings">
      <h3 id="firings">What it sent</h3>
      <Await query={{ ...list, data: list.items }} skeleton={<Skeleton lines={4} />}>
        {(items) =>
          items.length === 0 ? (
            <Empty title="Nothing yet">
              What it sends from now on is listed here for as long as events are saved.
            </Empty>
          ) : (
            <>
              <FiredList items={items} zone={timezone} />
              <ListFooter list={list} />
            </>
          )
        }
      </Await>
    </section>
  );
}

const pauseWords = {
  off: { name: 'Pause', done: 'It sends nothing until you resume it' },
  on: { name: 'Resume', done: 'It sends what happens from now on' },
};

const previewed = ({ name, webhookId, timezone, condition }: Alert) => ({
  name,
  webhookId,
  timezone,
  condition,
});

function AlertFacts({ alert, webhooks, nameOf }: { alert: Alert; webhooks: Webhook[]; nameOf: NameOf }) {
  const { webhookId, timezone, author, createdAt } = alert;
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
      ]}
    />
  );
}

function Shown(read: Read<Alert> & { webhooks: Webhook[] }) {
  const { data: alert, match, webhooks } = read;
  const [isEditing, setEditing] = useState(false);
  const condition = alert.condition;
  const nameOf = useRecordNames(namedIn(condition));
  const never = neverBecause(condition, nameOf);
  const isGone = !webhooks.some(({ webhookId }) => webhookId === alert.webhookId);
  const remove = () => {
    go(here(noRecord), { replace: true });
    removeAlert(read);
  };
  useActions([
    { title: 'Edit the alert', keys: 'e', run: () => setEditing(true) },
    { title: 'Delete the alert', keys: 'Delete', run: remove },
  ]);
  if (isEditing) return <EditAlert {...read} onClose={() => setEditing(false)} />;
  return (
    <div class="stack">
      <p class="record-name clamp" title={alert.name}>
        {alert.name}
      </p>
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
      {!isGone && <Preview body={previewed(alert)} />}
      <Firings alert={alert} />
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
    <Await query={together(shown, alert, webhooks)} what="the alert" skeleton={<Skeleton lines={10} />}>
      {(read) => <Shown {...read} />}
    </Await>
  );
});
