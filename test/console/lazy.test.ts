import { createElement, render } from 'preact';
import { expect, onTestFinished, test, vi } from 'vitest';
import { lazy } from '../../console/src/kit/lazy.tsx';
// Effects run as soon as what they follow was drawn.
import './hook.ts';

/** An element that keeps nothing: what is drawn in place of the part is of no interest here. */
const element = () => ({
  nodeType: 1,
  childNodes: [],
  firstChild: null,
  setAttribute: () => {},
  insertBefore: () => {},
  removeChild: () => {},
});

test('a part whose script comes between its drawing and its effect is shown', async () => {
  Object.assign(document, { createElementNS: element, createTextNode: element });
  onTestFinished(() => {
    for (const name of ['createElementNS', 'createTextNode']) Reflect.deleteProperty(document, name);
  });
  const Part = vi.fn(() => null);
  const { promise, resolve } = Promise.withResolvers<typeof Part>();
  const Lazy = lazy(() => promise);
  const screen = element() as unknown as Element;
  render(createElement(Lazy, { key: 'first' }), screen);
  await Promise.resolve();
  // Another screen has the part, too.
  resolve(Part);
  render(createElement(Lazy, { key: 'second' }), screen);
  expect(Part).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(Part).toHaveBeenCalled());
  render(null, screen);
});
