import { expect, test } from 'vitest';
import document from '../../../../docs/developers/events.md?raw';
import { eventsByType, eventTypes } from '../../../../src/vocabulary/events.ts';

test('docs/developers/events.md has every type, in the words of the OpenAPI document', () => {
  const rows = document.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows).toEqual(eventTypes.map((type) => `| \`${type}\` | ${eventsByType[type].text} |`));
});
