import { versionOf } from '../../data/use-conditional-edit.ts';
import { EditRecord } from '../../kit/edit-record.tsx';
import { typesIn } from '../history/groups.ts';
import { changeWebhook, type ReadWebhook, readWebhook } from './data.ts';
import {
  changesIn,
  valuesIn,
  valuesOf,
  WebhookFields,
  type WebhookValues,
  webhookLabels,
} from './webhook-fields.tsx';
import { formatWords, typesInWords } from './words.ts';

export interface EditWebhookProps extends ReadWebhook {
  onClose: () => void;
}

/** A text of the form as one reads it. */
function shown(name: keyof WebhookValues, text: string): string {
  if (name === 'types') return typesInWords(typesIn(text));
  return name === 'format' ? formatWords[text as WebhookValues['format']].choice : text;
}

/** A form that changes where a webhook sends, and what. */
export function EditWebhook({ webhook, match, onClose }: EditWebhookProps) {
  const { webhookId } = webhook;
  return (
    <EditRecord<WebhookValues>
      what="webhook"
      labels={webhookLabels}
      show={shown}
      start={{ values: valuesOf(webhook), match }}
      read={() => versionOf(readWebhook(webhookId), valuesOf)}
      send={(values, before, state) => changeWebhook(webhookId, changesIn(values, before), state)}
      saved="The webhook was saved"
      valuesIn={valuesIn}
      onClose={onClose}
    >
      {(values) => <WebhookFields values={values} />}
    </EditRecord>
  );
}
