import { service } from './open.ts';

/** Asks the API directly: what the console shows is compared with it. */
export async function api<T>(path: string, body?: object, key = service.key): Promise<T> {
  const response = await fetch(`${service.address}/v0/${path}`, {
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** The figures of an answer of the analytics. */
export interface Figures {
  totalSessions: number;
  conversionCount: number;
  conversionRate: number;
  formSubmitCount: number;
  bounceCount: number;
  bounceEligibleSessions: number;
  avgTimeSpentSeconds: number;
}

/** A key with these scopes. */
export const keyWith = async (...scopes: string[]): Promise<string> => {
  const { key } = await api<{ key: string }>('api_keys', { name: scopes.join(' '), scopes });
  return key;
};

/** A number as the console shows it. */
export const shown = (value: number): string => value.toLocaleString('en-GB');

/** A rate as the console shows it: n of m for fewer than 30. */
export function shownRate(hits: number, of: number): string {
  if (of === 0) return '–';
  if (of < 30) return `${hits} of ${of}`;
  return new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 }).format(hits / of);
}
