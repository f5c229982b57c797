import { isProblem } from '@footfall/client';
import { useEffect, useRef } from 'preact/hooks';
import { type Asked, askResponse } from '../data/api.ts';
import { type QueryState, refresh } from '../data/query.ts';
import { storedKey } from '../data/session.ts';
import type { Range } from './range.ts';

interface Answer {
  operation: Asked[0];
  /** The question, with the key that asked it. */
  question: string;
  etag: string;
  data: unknown;
}
/** The last answers to questions that are asked again and again. */
let answers: Answer[] = [];
const mostAnswers = 8;

/**
 * Answers a question that is asked again and again. If the answer is still the same, the service does not send it
 * again, and this returns the same object.
 */
export async function askAgain<A>([operation, options]: Asked<A>, signal: AbortSignal): Promise<A> {
  const question = JSON.stringify([storedKey(), options]);
  const isSame = (one: Answer) => one.operation === operation && one.question === question;
  const known = answers.find(isSame);
  const headers = known && { 'If-None-Match': known.etag };
  try {
    const { data, response } = await askResponse(operation, { ...options, signal, headers } as never);
    const etag = response.headers.get('etag');
    const others = answers.filter((one) => !isSame(one));
    answers = etag ? [{ operation, question, etag, data }, ...others].slice(0, mostAnswers) : others;
    return data as A;
  } catch (error) {
    if (known && isProblem(error, 'not_modified')) return known.data as A;
    throw error;
  }
}

/** How often figures that may still grow are asked for, in milliseconds. What follows them is asked for when they do. */
export const pulse = 30_000;

/** How often the figures of a range are asked for: not again once the range is over. */
export const pulseOf = ({ isOver }: Range): { every?: number } => (isOver ? {} : { every: pulse });

/** Loads the answers with these names again when the answer to the same question is another one than before. */
export function useFollowers(
  { data, isStale }: QueryState<unknown>,
  names: string[],
  question: unknown,
): void {
  const seen = useRef<{ asked: string; said: string }>(undefined);
  const asked = JSON.stringify(question);
  useEffect(() => {
    if (data === undefined || isStale) return;
    const said = JSON.stringify(data);
    const isNews = seen.current?.asked === asked && seen.current.said !== said;
    seen.current = { asked, said };
    if (isNews) refresh(...names);
  }, [data, isStale, asked]);
}
