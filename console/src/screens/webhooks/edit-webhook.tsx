import { getWebhook } from '@footfall/client';
import { askResponse } from '../../data/api.ts';
import { versionOf } from '../../data/use-conditional-edit.ts';
import { EditRecord } from '../../kit/edit-record.tsx';
import { typesIn } from '../history/groups.ts';
import { changeWebhook, type ReadWebhook } from './data.ts';
import {
  bodyOf,
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
    <EditRecord
      what="webhook"
      labels={webhookLabels}
      show={shown}
      start={{ values: valuesOf(webhook), match }}
      read={() => versionOf(askResponse(getWebhook, { path: { webhook_id: webhookId } }), valuesOf)}
      valuesIn={valuesIn}
      bodyOf={bodyOf}
      send={(body, state) => changeWebhook(webhookId, body, state)}
      onClose={onClose}
    >
      {(values) => <WebhookFields values={values} />}
    </EditRecord>
  );
}
