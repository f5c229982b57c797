import { FootfallProblem } from '@footfall/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atMost } from '../../console/src/data/at-most.ts';
import { closeJob, deleteAllLater, NotDone, startWork, type Work } from '../../console/src/data/bulk.ts';
import { unhide, useDeleting } from '../../console/src/data/deleting.ts';
import { end, keyHasEnded, session } from '../../console/src/data/session.ts';
import { type Job, jobs } from '../../console/src/lib/jobs.ts';
import { finishAll, said, toasts } from '../../console/src/lib/toasts.ts';
import { answerable, mount, settle } from './hook.ts';

type Sent = Omit<ReturnType<typeof answerable<void>>, 'promise'> & { name: string };
let sent: Sent[] = [];
const names = () => sent.map(({ name }) => name);
const latest = (name: string) => sent.findLast((one) => one.name === name) as Sent;
const job = () => jobs.get().at(-1) as Job;

const send = (name: string) => {
  const { promise, ...rest } = answerable<void>();
  sent.push({ name, ...rest });
  return promise;
};
const itemsOf = (text: string) => text.split(' ').map((name) => ({ id: `id-${name}`, name, value: name }));
const workOn = (text: string, more: Partial<Work<string>> = {}): Work<string> => ({
  doing: 'Archiving',
  done: (count) => `${count} archived`,
  items: itemsOf(text),
  send,
  ...more,
});
const answerAll = async () => {
  for (let at = 0; at < sent.length; at++) await sent[at]?.answer();
};
const refused = (detail: string) =>
  new FootfallProblem({ code: 'invalid_transition', status: 409, message: detail, requestId: 'req-7' });
const lost = () => new FootfallProblem({ code: 'network_failed', status: 0, message: 'no answer' });

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
});
afterEach(() => {
  jobs.set([]);
  toasts.set([]);
  vi.useRealTimers();
});

test('at most so many are under way at a time, in their order', async () => {
  const over = atMost(2, ['a', 'b', 'c', 'd'], (name) => send(name));
  await settle();
  expect(names()).toEqual(['a', 'b']);
  await latest('b').answer();
  expect(names()).toEqual(['a', 'b', 'c']);
  await latest('c').answer();
  await latest('d').answer();
  await latest('a').answer();
  await over;
});

test('when the page is left, the rest is not sent', async () => {
  atMost(2, ['a', 'b', 'c', 'd'], (name) => send(name));
  await settle();
  dispatchEvent(new Event('pagehide'));
  expect(names()).toEqual(['a', 'b']);
  await answerAll();
});

test('when the page is left, the rest of what is urgent is sent at once', async () => {
  atMost(2, ['a', 'b', 'c', 'd'], (name) => send(name), true);
  await settle();
  dispatchEvent(new Event('pagehide'));
  expect(names()).toEqual(['a', 'b', 'c', 'd']);
  await answerAll();
  expect(names()).toHaveLength(4);
});

test('a job tells how far it is, and then what was done', async () => {
  startWork(workOn('a b c d e f'));
  await settle();
  expect(names()).toEqual(['a', 'b', 'c', 'd']);
  expect(job()).toMatchObject({ doing: 'Archiving', total: 6, settled: 0, isRunning: true });
  await latest('c').answer();
  expect(job()).toMatchObject({ settled: 1, isRunning: true });
  await answerAll();
  expect(job()).toMatchObject({ settled: 6, isRunning: false, done: '6 archived', failed: [] });
  expect(job().undo).toBeUndefined();
  expect(said.get()).toBe('6 archived');
});

test('failures are listed by name in the words of the problem, and only they are tried again', async () => {
  startWork(workOn('a b c'));
  await settle();
  await latest('a').answer();
  await latest('b').fail(refused('It is live already.'));
  await latest('c').fail(new NotDone('It was changed.'));
  expect(job()).toMatchObject({
    done: '1 archived',
    failed: [
      { id: 'id-b', name: 'b', words: 'The service failed. It is live already.', requestId: 'req-7' },
      { id: 'id-c', name: 'c', words: 'It was changed.' },
    ],
  });
  expect(said.get()).toBe('1 archived. 2 failures');
  job().retry();
  await settle();
  expect(names()).toEqual(['a', 'b', 'c', 'b', 'c']);
  expect(job()).toMatchObject({ isRunning: true, total: 2, settled: 0, failed: [] });
  await latest('b').answer();
  await latest('c').fail(refused('Still not.'));
  expect(job()).toMatchObject({ done: '2 archived', failed: [{ name: 'c' }] });
  job().retry();
  await settle();
  await latest('c').answer();
  expect(job()).toMatchObject({ done: '3 archived', failed: [], total: 1 });
  expect(sent).toHaveLength(6);
});

test('without a connection nothing more is tried, and the account says so', async () => {
  startWork(workOn('a b c d e f g h'));
  await settle();
  await latest('a').answer();
  await latest('b').fail(lost());
  for (const name of ['c', 'd', 'e']) await latest(name).answer();
  expect(names()).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(job()).toMatchObject({ done: '4 archived', settled: 8, isRunning: false });
  expect(job().failed.map(({ name, words }) => `${name}: ${words}`)).toEqual([
    'b: The service did not answer. The connection failed before an answer came.',
    ...['f', 'g', 'h'].map(
      (name) =>
        `${name}: Not tried. The service did not answer. The connection failed before an answer came.`,
    ),
  ]);
  job().retry();
  await settle();
  expect(names().slice(5)).toEqual(['b', 'f', 'g', 'h']);
});

test('undo takes back what was done, and nothing that failed', async () => {
  const undo = vi.fn();
  startWork(workOn('a b', { undo }));
  await settle();
  expect(job().undo).toBeUndefined();
  await latest('a').answer();
  await latest('b').fail(refused('no'));
  job().undo?.();
  expect(undo).toHaveBeenCalledExactlyOnceWith([{ id: 'id-a', name: 'a', value: 'a' }]);
  expect(jobs.get()).toEqual([]);
});

test('a new job takes away what was done without a failure, and leaves what failed', async () => {
  startWork(workOn('a'));
  await settle();
  await latest('a').answer();
  startWork(workOn('b'));
  await settle();
  await latest('b').fail(refused('no'));
  startWork(workOn('c'));
  expect(jobs.get().map(({ failed }) => failed.map(({ name }) => name))).toEqual([['b'], []]);
  closeJob(job().id);
  expect(jobs.get()).toHaveLength(1);
  // It goes on, and is not shown any more.
  await settle();
  await latest('c').answer();
  expect(jobs.get()).toHaveLength(1);
});

test('a page is not left without a question while a job runs', async () => {
  const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(asks()).toBe(false);
  startWork(workOn('a'));
  await settle();
  expect(asks()).toBe(true);
  await latest('a').answer();
  expect(asks()).toBe(false);
});

test('who signs out takes the account along; a key that has ended leaves it', async () => {
  const key = { key: 'k', name: '', apiKeyId: '', workspace: '', scopes: [] };
  session.set({ ...key, expiresAt: null, madeBySignIn: false });
  vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem: () => {} });
  startWork(workOn('a'));
  await settle();
  await latest('a').fail(refused('no'));
  end(keyHasEnded);
  expect(jobs.get()).toHaveLength(1);
  session.set({ ...key, expiresAt: null, madeBySignIn: false });
  end();
  expect(jobs.get()).toEqual([]);
  vi.unstubAllGlobals();
});

test('many records are deleted after a time in which it can be undone, or at once when the key is forgotten', async () => {
  const isDeleting = await mount(() => useDeleting(), undefined);
  const hidden = () => ['id-a', 'id-b', 'id-c'].filter((id) => isDeleting.now(id));
  const { items, done } = workOn('a b', { done: (count) => `${count} deleted` });
  deleteAllLater({ items, done, send });
  await settle();
  expect(hidden()).toEqual(['id-a', 'id-b']);
  expect(toasts.get().map(({ text }) => text)).toEqual(['2 deleted']);
  toasts.get()[0]?.action?.run();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([hidden(), sent, jobs.get()]).toEqual([[], [], []]);

  const six = itemsOf('a b c d e f');
  deleteAllLater({ items: six, done, send });
  finishAll();
  expect(names()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  await answerAll();
  unhide(...six.map(({ id }) => id));

  sent = [];
  deleteAllLater({ items, done, send });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(names()).toEqual(['a', 'b']);
  await latest('a').answer();
  await latest('b').fail(refused('no'));
  expect(job()).toMatchObject({ done: '1 deleted', failed: [{ name: 'b' }] });
  expect(hidden()).toEqual(['id-a']);
});
