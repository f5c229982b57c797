import type { Context } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';

/** A log for an answer; `payload` is JSON text. */
interface LogText {
  payload: string;
}

/** The source text of a validated payload, by its path in the body. */
export function payloadText(c: Context<AppEnv>, path: string): string {
  const text = c.get('sources').get(path);
  if (text === undefined) throw new Error(`no source text of ${path}`);
  return text;
}

/** JSON of a log with its payload as it was sent. Parsing the payload would lose large numbers and `__proto__`. */
export function logJson({ payload, ...rest }: LogText): string {
  return `${JSON.stringify(rest).slice(0, -1)},"payload":${payload}}`;
}

/** Answers with existing JSON text. */
export const jsonText = (c: Context, text: string): Response =>
  c.body(text, 200, { 'Content-Type': 'application/json' });

/** JSON of a page of logs, each with its payload as it was sent. */
export function logPageJson({ items, ...rest }: { items: LogText[] }): string {
  return `{"items":[${items.map(logJson).join()}],${JSON.stringify(rest).slice(1)}`;
}
