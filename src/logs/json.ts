import type { Context, TypedResponse } from 'hono';

/** A log to answer with; `payload` is JSON text. */
export interface LogText {
  payload: string;
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
