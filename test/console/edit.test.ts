import { FootfallProblem } from '@footfall/client';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  changed,
  differing,
  merge,
  textsIn,
  useConditionalEdit,
  type Version,
  versionOf,
} from '../../console/src/data/edit.ts';
import { mount, settle } from './hook.ts';

interface Texts {
  name: string;
  email: string;
  phone: string;
}

const read = { name: 'Ann', email: 'ann@acme.example', phone: '' };

describe('texts of two people', () => {
  test('are mine where I changed them, and theirs everywhere else', () => {
    const mine = { ...read, name: 'Anna' };
    const theirs = { ...read, name: 'Anne', phone: '+49301234567' };
    expect(merge(mine, read, theirs)).toEqual({ ...theirs, name: 'Anna' });
  });

  test('are theirs where I wrote what was there before', () => {
    expect(merge(read, read, { ...read, name: 'Anne' })).toEqual({ ...read, name: 'Anne' });
  });

  test('are mine where I emptied what they changed', () => {
    expect(merge({ ...read, email: '' }, read, { ...read, email: 'new@acme.example' }).email).toBe('');
  });

  test('differ by field', () => {
    expect(differing({ ...read, name: 'Anna', phone: '1' }, read)).toEqual(['name', 'phone']);
    expect(differing(read, { ...read })).toEqual([]);
  });

  test('are those of the fields, without spaces around them and with one kind of line break', () => {
    expect(textsIn({ name: ' Ann\r\nLee ', other: 'x' }, { name: 'Name', email: 'Email' })).toEqual({
      name: 'Ann\nLee',
      email: '',
    });
  });

  test('are sent as far as they were changed, a list as a whole', () => {
    const before = { name: 'Ann', types: ['a', 'b'], days: 30, at: null };
    expect(changed({ ...before, types: ['a', 'b'] }, before)).toEqual({});
    expect(changed({ ...before, types: ['a'], days: 0 }, before)).toEqual({ types: ['a'], days: 0 });
  });
});

describe('a form whose changes are made to what was read', () => {
  const changedMeanwhile = () =>
    new FootfallProblem({ code: 'precondition_failed', message: '', status: 412 });
  const version = (values: Texts, etag: string): Version<Texts> => ({ values, match: { 'If-Match': etag } });

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A form of a record that a service has, which takes a change only of its present state. */
  const form = async () => {
    const stored = { values: read as Texts, etag: 1 };
    const onDone = vi.fn();
    const send = vi.fn(async (values: Texts, before: Texts, match: { 'If-Match': string }) => {
      if (match['If-Match'] !== `"${stored.etag}"`) throw changedMeanwhile();
      for (const name of differing(values, before))
        stored.values = { ...stored.values, [name]: values[name] };
      stored.etag += 1;
    });
    const change = (values: Partial<Texts>) => {
      stored.values = { ...stored.values, ...values };
      stored.etag += 1;
    };
    const edit = await mount(
      () =>
        useConditionalEdit<Texts>({
          start: version(read, '"1"'),
          read: async () => version(stored.values, `"${stored.etag}"`),
          send,
          onDone,
        }),
      undefined,
    );
    const submit = (values: Texts) => {
      edit.now.submit(values);
      return settle();
    };
    return { edit, stored, submit, change, send, onDone };
  };

  test('sends what was written, with what was saved and its state', async () => {
    const { submit, send, onDone, stored } = await form();
    await submit({ ...read, name: 'Anna' });
    expect(send).toHaveBeenCalledExactlyOnceWith({ ...read, name: 'Anna' }, read, { 'If-Match': '"1"' });
    expect(onDone).toHaveBeenCalledOnce();
    expect(stored.values.name).toBe('Anna');
  });

  test('sends nothing if nothing was changed', async () => {
    const { submit, send, onDone } = await form();
    await submit({ ...read });
    expect(send).not.toHaveBeenCalled();
    expect(onDone).toHaveBeenCalledOnce();
  });

  test('shows both versions after a change of somebody else, and overwrites nothing', async () => {
    const { edit, submit, change, onDone, stored } = await form();
    change({ name: 'Anne', phone: '+49301234567' });
    await submit({ ...read, name: 'Anna' });
    expect(edit.now.conflict).toMatchObject({
      theirs: { ...read, name: 'Anne', phone: '+49301234567' },
      merged: { ...read, name: 'Anna', phone: '+49301234567' },
    });
    expect(stored.values.name).toBe('Anne');
    expect(onDone).not.toHaveBeenCalled();
  });

  test('saves mine over it, and leaves theirs where I changed nothing', async () => {
    const { edit, submit, change, onDone, stored } = await form();
    change({ name: 'Anne', phone: '+49301234567' });
    await submit({ ...read, name: 'Anna' });
    edit.now.conflict?.keepMine();
    await settle();
    expect(stored.values).toEqual({ ...read, name: 'Anna', phone: '+49301234567' });
    expect(edit.now.conflict).toBeUndefined();
    expect(onDone).toHaveBeenCalledOnce();
  });

  test('is a conflict again if somebody changed it again: what I kept of theirs is not mine', async () => {
    const { edit, submit, change, stored } = await form();
    change({ name: 'Anne', phone: '1' });
    await submit({ ...read, name: 'Anna' });
    change({ email: 'second@acme.example', phone: '2' });
    edit.now.conflict?.keepMine();
    await settle();
    expect(edit.now.conflict).toMatchObject({
      theirs: { name: 'Anne', email: 'second@acme.example', phone: '2' },
      merged: { name: 'Anna', email: 'second@acme.example', phone: '2' },
    });
    edit.now.conflict?.keepMine();
    await settle();
    expect(stored.values).toEqual({ name: 'Anna', email: 'second@acme.example', phone: '2' });
  });

  test('keeps what was written when it is refused for another reason', async () => {
    const { edit, submit, send } = await form();
    send.mockRejectedValueOnce(new FootfallProblem({ code: 'validation_failed', message: '', status: 400 }));
    await submit({ ...read, email: 'no address' });
    expect(edit.now).toMatchObject({ shown: { email: 'no address' }, conflict: undefined });
    expect(edit.now.save.error).toMatchObject({ code: 'validation_failed' });
    await submit({ ...read, email: 'address@acme.example' });
    expect(edit.now.save.error).toBeUndefined();
  });
});

test('an answer gives the texts of a form, and the state to which they belong', async () => {
  const response = new Response(null, { headers: { etag: '"7"' } });
  const answer = Promise.resolve({ data: { name: null as string | null }, response });
  expect(await versionOf(answer, ({ name }) => ({ name: name ?? '' }))).toEqual({
    values: { name: '' },
    match: { 'If-Match': '"7"' },
  });
});
