import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  forgetAll,
  forgetUnshown,
  type Key,
  patch,
  refetch,
  refetchFailed,
  refresh,
  useQuery,
} from '../../console/src/data/query.ts';
import { answerable, mount, settle } from './hook.ts';

type Asked = Omit<ReturnType<typeof answerable<unknown>>, 'promise'> & { key: Key; signal: AbortSignal };

/** The questions that were asked, in their order. A test answers them. */
let asked: Asked[] = [];
const names = () => asked.map(({ key }) => key.join());

interface Question {
  key: Key | undefined;
  every?: number;
  isFinal?: boolean;
}

const show = (question: Question) =>
  mount(({ key, every, isFinal }: Question) => {
    const load = (signal: AbortSignal) => {
      const { promise, ...rest } = answerable<unknown>();
      asked.push({ key: key ?? [''], signal, ...rest });
      return promise;
    };
    return useQuery(key, load, { every, ...(isFinal && { isFinal }) });
  }, question);

const setVisibility = (visibilityState: 'visible' | 'hidden') => {
  Object.assign(document, { visibilityState });
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
});
afterEach(() => {
  forgetAll();
  setVisibility('visible');
  vi.useRealTimers();
});

describe('an answer', () => {
  test('is loading, then there', async () => {
    const screen = await show({ key: ['a'] });
    expect(screen.now).toMatchObject({ data: undefined, isLoading: true, isStale: false });
    await asked[0]?.answer('first');
    expect(screen.now).toMatchObject({ data: 'first', isLoading: false, error: undefined });
  });

  test('is drawn once until it comes, and once then', async () => {
    let times = 0;
    const screen = await mount(() => {
      times++;
      return useQuery(['drawn'], () => Promise.resolve('there'));
    }, undefined);
    // It comes at once: neither the question nor the effects draw the screen.
    await settle();
    expect(screen.now.data).toBe('there');
    expect(times).toBe(2);
    const other = await show({ key: ['drawn'] });
    expect(other.now).toMatchObject({ data: 'there', isLoading: false });
  });

  test('without a key is not asked for', async () => {
    const screen = await show({ key: undefined });
    expect(screen.now).toMatchObject({ data: undefined, isLoading: false });
    expect(asked).toEqual([]);
  });

  test('is slow after two seconds, and not once it is there', async () => {
    const screen = await show({ key: ['a'] });
    await vi.advanceTimersByTimeAsync(1999);
    expect(screen.now.isSlow).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(screen.now.isSlow).toBe(true);
    await asked[0]?.answer('late');
    expect(screen.now).toMatchObject({ data: 'late', isSlow: false });
  });

  test('is shared among those who ask the same', async () => {
    const one = await show({ key: ['a', 1] });
    const other = await show({ key: ['a', 1] });
    await asked[0]?.answer('shared');
    expect([one.now.data, other.now.data]).toEqual(['shared', 'shared']);
    expect(asked).toHaveLength(1);
    // It is wanted until the last one is gone.
    refetch();
    one.end();
    expect(asked[1]?.signal.aborted).toBe(false);
    other.end();
    expect(asked[1]?.signal.aborted).toBe(true);
  });

  test('is shown again at once, and asked for again when it is 15 s old', async () => {
    (await show({ key: ['a'] })).end();
    expect(asked[0]?.signal.aborted).toBe(true);
    const first = await show({ key: ['a'] });
    await asked[1]?.answer('kept');
    first.end();
    await vi.advanceTimersByTimeAsync(15_000);
    const second = await show({ key: ['a'] });
    expect(second.now).toMatchObject({ data: 'kept', isLoading: false });
    expect(asked).toHaveLength(2);
    second.end();
    await vi.advanceTimersByTimeAsync(1);
    expect((await show({ key: ['a'] })).now).toMatchObject({ data: 'kept', isLoading: true });
    expect(asked).toHaveLength(3);
  });

  test('that never changes is not asked for again', async () => {
    const first = await show({ key: ['a'], isFinal: true });
    await asked[0]?.answer('final');
    first.end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await show({ key: ['a'], isFinal: true })).now.data).toBe('final');
    expect(asked).toHaveLength(1);
  });

  test('is forgotten when 200 others came that nobody looks at, the oldest first', async () => {
    for (let count = 0; count <= 200; count++) {
      const screen = await show({ key: ['a', count] });
      await asked.at(-1)?.answer(count);
      screen.end();
    }
    const before = asked.length;
    expect((await show({ key: ['a', 0] })).now.data).toBeUndefined();
    expect((await show({ key: ['a', 200] })).now.data).toBe(200);
    expect(asked).toHaveLength(before + 1);
  });
});

describe('another question', () => {
  test('cancels the one before, and keeps its figures meanwhile', async () => {
    const screen = await show({ key: ['a', 1] });
    await asked[0]?.answer('one');
    await screen.change({ key: ['a', 2] });
    expect(screen.now).toMatchObject({ data: 'one', isStale: true, isLoading: true });
    await screen.change({ key: ['a', 3] });
    expect(asked[1]?.signal.aborted).toBe(true);
    await asked[2]?.answer('three');
    expect(screen.now).toMatchObject({ data: 'three', isStale: false });
  });

  test('is not answered by the one before that is late', async () => {
    const screen = await show({ key: ['a', 'ear'] });
    await screen.change({ key: ['a', 'early'] });
    await asked[1]?.answer('newer');
    await asked[0]?.answer('older');
    expect(screen.now.data).toBe('newer');
    // Nor is the late answer kept for its own question: it was cancelled.
    await screen.change({ key: ['a', 'ear'] });
    expect(screen.now).toMatchObject({ data: 'newer', isStale: true });
    expect(names()).toEqual(['a,ear', 'a,early', 'a,ear']);
  });

  test('of another name shows nothing of the one before', async () => {
    const screen = await show({ key: ['a'] });
    await asked[0]?.answer('of a');
    await screen.change({ key: ['b'] });
    expect(screen.now).toMatchObject({ data: undefined, isStale: false });
  });
});

describe('a failure', () => {
  test('stands beside the old answer, and is tried again', async () => {
    const screen = await show({ key: ['a'] });
    await asked[0]?.answer('old');
    refetch();
    await asked[1]?.fail('broken');
    expect(screen.now).toMatchObject({ data: 'old', error: 'broken', isLoading: false });
    screen.now.retry();
    await asked[2]?.answer('new');
    expect(screen.now).toMatchObject({ data: 'new', error: undefined });
  });

  test('is tried again when the connection is back, and nothing else is', async () => {
    await show({ key: ['a'] });
    await show({ key: ['b'] });
    (await show({ key: ['c'] })).end();
    await asked[0]?.fail('offline');
    await asked[1]?.answer('there');
    refetchFailed();
    expect(names()).toEqual(['a', 'b', 'c', 'a']);
  });
});

describe('loading again', () => {
  test('asks at once for what is on the screen, and for the rest when it is shown', async () => {
    const gone = await show({ key: ['a', 'gone'] });
    await asked[0]?.answer('old');
    gone.end();
    const screen = await show({ key: ['a', 'shown'] });
    await asked[1]?.answer('old');
    const final = await show({ key: ['final'], isFinal: true });
    await asked[2]?.answer('for ever');
    refetch();
    expect(names()).toEqual(['a,gone', 'a,shown', 'final', 'a,shown']);
    expect(final.now.data).toBe('for ever');
    await asked[3]?.answer('new');
    expect(screen.now.data).toBe('new');
    expect((await show({ key: ['a', 'gone'] })).now).toMatchObject({ data: 'old', isLoading: true });
  });

  test('takes the last of two answers, in whichever order they come', async () => {
    const screen = await show({ key: ['a'] });
    refetch();
    expect(asked[0]?.signal.aborted).toBe(true);
    await asked[1]?.answer('second');
    await asked[0]?.answer('first');
    expect(screen.now.data).toBe('second');
  });

  test('by refresh awaits an answer that is on its way', async () => {
    const screen = await show({ key: ['a'] });
    refresh('a');
    expect(asked).toHaveLength(1);
    await asked[0]?.answer('first');
    refresh('a');
    expect(asked).toHaveLength(2);
    screen.end();
    refresh('a');
    expect(asked).toHaveLength(2);
  });
});

describe('every so often', () => {
  test('it is asked for again, but not while an answer is on its way', async () => {
    await show({ key: ['a'], every: 1000 });
    await vi.advanceTimersByTimeAsync(3000);
    expect(asked).toHaveLength(1);
    await asked[0]?.answer('there');
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toHaveLength(2);
  });

  test('it is not asked for in a hidden tab, and at once when one comes back', async () => {
    const screen = await show({ key: ['a'], every: 1000 });
    await asked[0]?.answer('there');
    setVisibility('hidden');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(1);
    setVisibility('visible');
    expect(asked).toHaveLength(2);
    await asked[1]?.answer('there');
    // One that is not old yet is not asked for by that.
    setVisibility('visible');
    expect(asked).toHaveLength(2);
    screen.end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(2);
  });
});

describe('a change before the service has confirmed it', () => {
  test('is shown at once, and taken back', async () => {
    const screen = await show({ key: ['a'] });
    await asked[0]?.answer('before');
    const back = patch<string>('a', (text) => `${text}, changed`);
    await settle();
    expect(screen.now.data).toBe('before, changed');
    back();
    await settle();
    expect(screen.now.data).toBe('before');
  });

  test('is not taken back from an answer that came meanwhile', async () => {
    const screen = await show({ key: ['a'] });
    await asked[0]?.answer('before');
    const back = patch<string>('a', () => 'mine');
    refetch();
    await asked[1]?.answer('from the service');
    back();
    await settle();
    // Only the service knows what is left.
    expect(screen.now).toMatchObject({ data: 'from the service', isLoading: true });
    expect(asked).toHaveLength(3);
  });

  test('under another change is asked for, when it is on the screen or later', async () => {
    const screen = await show({ key: ['a'] });
    await asked[0]?.answer('');
    const back = patch<string>('a', (text) => `${text}1`);
    patch<string>('a', (text) => `${text}2`);
    screen.end();
    back();
    expect(asked).toHaveLength(1);
    expect((await show({ key: ['a'] })).now).toMatchObject({ data: '12', isLoading: true });
  });
});

describe('forgetting', () => {
  test('takes answers that are not on the screen', async () => {
    const gone = await show({ key: ['a', 'gone'] });
    await asked[0]?.answer('secret');
    gone.end();
    const screen = await show({ key: ['a', 'shown'] });
    await asked[1]?.answer('shown');
    forgetUnshown();
    expect(screen.now.data).toBe('shown');
    expect((await show({ key: ['a', 'gone'] })).now.data).toBeUndefined();
  });

  test('of everything cancels what is on its way', async () => {
    await show({ key: ['a'] });
    forgetAll();
    expect(asked[0]?.signal.aborted).toBe(true);
  });
});
