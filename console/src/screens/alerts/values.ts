import type { Alert, AlertCreate } from '@footfall/client';
import {
  type AlertCondition,
  type AlertType,
  alertTypes,
  type ConditionField,
  type FieldName,
  fieldsOf,
} from '../../../../src/vocabulary/conditions.ts';
import { viewerZone } from '../../lib/format.ts';
import type { Format } from '../webhooks/words.ts';
import { usualName } from './words.ts';

/** The texts of the form of an alert: of its condition, ids one a line, and none for any. */
export interface AlertValues extends Record<FieldName, string> {
  name: string;
  /** The id of a webhook, or `new:` and the format of one to make. */
  webhookId: string;
  /** The address of a webhook to make. */
  url: string;
  timezone: string;
  type: AlertType;
}

/** Something of each field of a condition, by its name. */
const ofFields = (of: (field: ConditionField) => string) =>
  Object.fromEntries(alertTypes.flatMap(fieldsOf).map(([name, field]) => [name, of(field)])) as Record<
    FieldName,
    string
  >;

/** What each field is called. */
export const alertLabels: Record<keyof AlertValues, string> = {
  name: 'Name',
  webhookId: 'Goes to',
  url: 'Address',
  timezone: 'Time zone',
  type: 'When',
  ...ofFields(({ label }) => label),
};

/** What the form of a new alert has. */
export const startOf = (preset: Partial<AlertValues>): AlertValues => ({
  name: '',
  webhookId: '',
  url: '',
  timezone: viewerZone,
  type: 'accounts_visited',
  ...ofFields(({ start = '' }) => start),
  ...preset,
});

const textOf = (value: unknown) => (Array.isArray(value) ? value.join('\n') : String(value ?? ''));

/** An alert as texts. */
export const valuesOf = ({ name, webhookId, timezone, condition }: Alert): AlertValues =>
  startOf({
    name,
    webhookId,
    timezone,
    ...Object.fromEntries(Object.entries(condition).map(([field, value]) => [field, textOf(value)])),
  });

/** A form as texts. What it has no field for is as in a new alert. */
export function valuesIn(form: Record<string, string>): AlertValues {
  const names = Object.keys(alertLabels).filter((name) => form[name] !== undefined);
  return startOf(Object.fromEntries(names.map((name) => [name, (form[name] ?? '').trim()])));
}

/** What a text stands for. One that is no number is 0, which the service refuses. */
function valueIn({ is }: ConditionField, text: string): unknown {
  if (is === 'some') return text === '' ? null : text.split('\n');
  if (is === 'count') return Number(text) || 0;
  return is === 'any page' ? text || null : text;
}

/** What an alert of these texts waits for. */
export const conditionOf = (values: AlertValues): AlertCondition =>
  ({
    type: values.type,
    ...Object.fromEntries(fieldsOf(values.type).map(([name, field]) => [name, valueIn(field, values[name])])),
  }) as AlertCondition;

/** Whether a count of a condition is 0 or no number: then no sentence says what it waits for. */
export const hasWrongCount = (condition: AlertCondition): boolean => Object.values(condition).includes(0);
/** An alert as the service takes it. */
export function bodyOf(values: AlertValues): AlertCreate {
  const condition = conditionOf(values);
  const { name, webhookId, timezone } = values;
  return { name: name || usualName(condition), webhookId, timezone, condition };
}

const fresh = 'new:';

/** The value of a choice that makes a webhook. */
export const newReceiver = (format: Format): string => `${fresh}${format}`;

/** The format of the webhook that is to be made, if one is. */
export const formatToMake = (webhookId: string): Format | undefined =>
  webhookId.startsWith(fresh) ? (webhookId.slice(fresh.length) as Format) : undefined;
