import { getAlert, type Webhook } from '@footfall/client';
import { type AlertType, conditions } from '../../../../src/vocabulary/conditions.ts';
import { askResponse } from '../../data/api.ts';
import { versionOf } from '../../data/use-conditional-edit.ts';
import { EditRecord } from '../../kit/edit-record.tsx';
import { number, zoneName } from '../../lib/format.ts';
import { receiverAmong } from '../webhooks/words.ts';
import { AlertFields } from './alert-fields.tsx';
import { changeAlert, type ReadAlert } from './data.ts';
import { useRecordNames } from './names.ts';
import { type AlertValues, alertLabels, bodyOf, valuesIn, valuesOf } from './values.ts';
import { mostNamed, type NameOf, namedIn } from './words.ts';

export interface EditAlertProps extends ReadAlert {
  webhooks: Webhook[];
  onClose: () => void;
}

/** A text of the form as one reads it. */
function shown(name: keyof AlertValues, text: string, webhooks: Webhook[], nameOf: NameOf): string {
  const webhook = webhooks.find(({ webhookId }) => webhookId === text);
  if (name === 'webhookId') return webhook ? receiverAmong(webhook, webhooks) : 'Deleted webhook';
  if (name === 'timezone') return zoneName(text);
  if (name === 'type') return conditions[text as AlertType].label;
  if (text === '') return 'Any';
  const ids = text.split('\n');
  return ids.length > mostNamed ? number(ids.length) : ids.map((id) => nameOf(id) || id).join(', ');
}

/** A form that changes an alert. */
export function EditAlert({ alert, match, webhooks, onClose }: EditAlertProps) {
  const nameOf = useRecordNames(namedIn(alert.condition));
  return (
    <EditRecord
      what="alert"
      labels={alertLabels}
      show={(name, text) => shown(name, text, webhooks, nameOf)}
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
