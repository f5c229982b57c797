import type { Alert, AlertCreate } from '@footfall/client';
import { viewerZone } from '../../lib/format.ts';
import type { Format } from '../webhooks/words.ts';
import { type Condition, type ConditionType, conditionIn, usualName } from './words.ts';

/** The texts of the form of an alert. */
export interface AlertValues {
  name: string;
  /** The id of a webhook, or `new:` and the format of one to make. */
  webhookId: string;
  /** The address of a webhook to make. */
  url: string;
  timezone: string;
  type: ConditionType;
  /** Ids, one a line; none for any. */
  accountIds: string;
  visits: string;
  days: string;
  personIds: string;
  /** Of the page whose conversions change. */
  pageId: string;
  direction: string;
  percent: string;
  minVisits: string;
  /** Of the page whose week is told; empty for all. */
  weekOf: string;
}

/** What each field is called. */
export const alertLabels: Record<keyof AlertValues, string> = {
  name: 'Name',
  webhookId: 'Goes to',
  url: 'Address',
  timezone: 'Time zone',
  type: 'When',
  accountIds: 'Accounts',
  visits: 'Engaged visits',
  days: 'Within days',
  personIds: 'Persons',
  pageId: 'Page',
  direction: 'Conversions',
  percent: 'By percent',
  minVisits: 'Visits of each day, at least',
  weekOf: 'Pages',
};

/** What the form of a new alert has. */
export const startOf = (preset: Partial<AlertValues>): AlertValues => ({
  ...{ name: '', webhookId: '', url: '', timezone: viewerZone, type: 'accounts_visited' },
  ...{ accountIds: '', visits: '1', days: '7', personIds: '' },
  ...{ pageId: '', direction: 'down', percent: '30', minVisits: '30', weekOf: '' },
  ...preset,
});

const linesOf = (ids: readonly string[] | null): string => (ids ?? []).join('\n');
const idsOf = (lines: string): string[] | null => (lines === '' ? null : lines.split('\n'));

function textsOf(condition: Condition): Partial<AlertValues> {
  switch (condition.type) {
    case 'accounts_visited':
      return {
        accountIds: linesOf(condition.accountIds),
        visits: String(condition.visits),
        days: String(condition.days),
      };
    case 'link_opened':
      return { personIds: linesOf(condition.personIds) };
    case 'conversions_changed':
      return {
        pageId: condition.pageId,
        direction: condition.direction,
        percent: String(condition.percent),
        minVisits: String(condition.minVisits),
      };
    case 'weekly_report':
      return { weekOf: condition.pageId ?? '' };
  }
}

/** An alert as texts. */
export const valuesOf = (alert: Alert): AlertValues => {
  const { name, webhookId, timezone, condition } = alert;
  return startOf({ name, webhookId, timezone, type: condition.type, ...textsOf(conditionIn(alert)) });
};

/** A form as texts. What it has no field for is as in a new alert. */
export function valuesIn(form: Record<string, string>): AlertValues {
  const names = Object.keys(alertLabels).filter((name) => form[name] !== undefined);
  return startOf(Object.fromEntries(names.map((name) => [name, (form[name] ?? '').trim()])));
}

/** What an alert of these texts waits for. A text that is no number is 0, which the service refuses. */
export function conditionOf(values: AlertValues): Condition {
  const count = (text: string) => Number(text) || 0;
  switch (values.type) {
    case 'accounts_visited':
      return {
        type: values.type,
        accountIds: idsOf(values.accountIds),
        visits: count(values.visits),
        days: count(values.days),
      };
    case 'link_opened':
      return { type: values.type, personIds: idsOf(values.personIds) };
    case 'conversions_changed':
      return {
        type: values.type,
        pageId: values.pageId,
        direction: values.direction as 'up' | 'down' | 'any',
        percent: count(values.percent),
        minVisits: count(values.minVisits),
      };
    case 'weekly_report':
      return { type: values.type, pageId: values.weekOf || null };
  }
}

/** Whether a count of a condition is 0 or no number: then no sentence says what it waits for. */
export const hasWrongCount = (condition: Condition): boolean => Object.values(condition).includes(0);

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
