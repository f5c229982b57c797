import type { Context, TypedResponse } from 'hono';
import type { AppEnv } from '../http/app-env.ts';

/** A log to answer with; `payload` is JSON text. */
export interface LogText {
  payload: string;
}

/** The source text of a payload that validation has passed, by its path in the body. */
export function payloadText(c: Context<AppEnv>, path: string): string {
  const text = c.var.sources.get(path);
  if (text === undefined) throw new Error(`no source text of ${path}`);
  return text;
}

/** JSON of a log with its payload as it was sent: parsing would lose large numbers and `__proto__`. */
export function logJson({ payload, ...rest }: LogText): string {
  return `${JSON.stringify(rest).slice(0, -1)},"payload":${payload}}`;
}

/** Answers with JSON text that is made already, typed for the client as `T`. */
export function jsonText<T>(c: Context, text: string) {
  const response: Response = c.body(text, 200, { 'Content-Type': 'application/json' });
  return response as Response & TypedResponse<T, 200, 'json'>;
}

/** JSON of a page of logs, each payload as it was sent. */
export function logPageJson({ items, ...rest }: { items: LogText[] }): string {
  return `{"items":[${items.map(logJson).join()}],${JSON.stringify(rest).slice(1)}`;
}
