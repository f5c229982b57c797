import type { Dimension } from '../../../src/vocabulary/dimensions.ts';
import { Drawing } from '../kit/button.tsx';
import { Flag } from '../kit/flag.tsx';
import { type Channel, channelOf } from './channels.ts';

/** What is drawn of devices and of channels, those that visitors come by and those that are notified. */
const drawings: Record<Channel | 'desktop' | 'mobile' | 'tablet' | 'slack' | 'teams' | 'json', string> = {
  desktop: 'M2 3h12v7.5H2zm4 10.5h4m-2-3v3',
  mobile: 'M5 2h6v12H5zm2.5 10h1',
  tablet: 'M3.5 2h9v12h-9zm4 10h1',
  search: 'M11 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0M9.9 9.9l3.6 3.6',
  social: 'M2.5 3h11v7.5h-6l-3 3v-3h-2z',
  email: 'M2 3.5h12v9H2zm0 .5 6 5 6-5',
  ad: 'M2.5 6.5v3H5l6 3.5V3L5 6.5zm3 3 .8 4h1.6M13.5 7v2',
  assistant: 'm8 2 1.6 4.4L14 8 9.6 9.6 8 14 6.4 9.6 2 8l4.4-1.6z',
  website: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0M2 8h12M8 2C4.5 6 4.5 10 8 14c3.5-4 3.5-8 0-12',
  other: 'M2.5 2.5h5.4l5.6 5.6-5.4 5.4-5.6-5.6zm3 3h.01',
  direct: 'M2.5 8h8M7 4.5 10.5 8 7 11.5M13.5 3v10',
  slack: 'M6.5 2 5 14M11 2 9.5 14M2.5 5.5h11.5M2 10.5h11.5',
  teams:
    'M8 5.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0m-6.5 8c0-4.5 8-4.5 8 0m1-10a2.5 2.5 0 0 1 0 4.5M12 9.5c1.7.6 2.5 2 2.5 4',
  json: 'M5.5 4.5 2 8l3.5 3.5m5-7L14 8l-3.5 3.5',
};

/** All that is drawn. */
export const drawn = Object.keys(drawings) as (keyof typeof drawings)[];

const isDrawn = (text: string): text is keyof typeof drawings => Object.hasOwn(drawings, text);

/** A drawing that stands before a word. */
export const WordIcon = ({ name }: { name: keyof typeof drawings }) => (
  <Drawing class="icon before-word" path={drawings[name]} />
);

/** What stands before the value of a dimension: the flag of a country, a device, the channel of a source. */
export function ValueIcon({ by, value }: { by: Dimension; value: string | null }) {
  if (by === 'country') return value && <Flag code={value} />;
  if (by === 'device') return value && isDrawn(value) ? <WordIcon name={value} /> : null;
  if (by === 'referrer' || by === 'utmSource' || by === 'utmMedium')
    return <WordIcon name={channelOf(by, value)} />;
  return null;
}
