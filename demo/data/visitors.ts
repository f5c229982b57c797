import type { Device } from '../../src/lib/devices.ts';
import { companies } from './companies.ts';
import type { Choices } from './random.ts';

/** A country (ISO 3166-1 alpha-2), and how many hours later than in Germany its day begins. */
export type Country = [code: string, hoursLater: number];

/** Where visitors come from, what they hold in their hands, and how much more often than others they leave at once. */
interface Visitors {
  countries: Choices<Country>;
  devices: Choices<Device>;
  bounces: number;
}

const europe: Choices<Country> = [
  [['DE', 0], 41],
  [['AT', 0], 10],
  [['CH', 0], 11],
  [['NL', 0], 9],
  [['GB', 1], 12],
  [['US', 6], 9],
  [['FR', 0], 3],
  [['SE', 0], 2],
  [['PL', 0], 2],
  [['IN', -4], 1],
];

const office: Choices<Device> = [
  ['desktop', 66],
  ['mobile', 29],
  ['tablet', 4],
  ['other', 1],
];

export const visitors = {
  searching: { countries: europe, devices: office, bounces: 1 },
  scrolling: {
    countries: europe,
    devices: [
      ['desktop', 24],
      ['mobile', 71],
      ['tablet', 5],
    ],
    bounces: 1.2,
  },
  reading: {
    countries: europe,
    devices: [
      ['desktop', 52],
      ['mobile', 43],
      ['tablet', 5],
    ],
    bounces: 0.8,
  },
  /** At the booth of a fair in Germany, with the code on the wall. */
  standing: {
    countries: [
      [['DE', 0], 64],
      [['AT', 0], 12],
      [['CH', 0], 11],
      [['NL', 0], 9],
      [['FR', 0], 4],
    ],
    devices: [
      ['mobile', 91],
      ['tablet', 9],
    ],
    bounces: 0.7,
  },
  /** Developers of all the world. */
  curious: {
    countries: [
      [['US', 6], 44],
      [['GB', 1], 12],
      [['DE', 0], 13],
      [['NL', 0], 5],
      [['CA', 6], 7],
      [['IN', -4], 8],
      [['FR', 0], 4],
      [['AU', -9], 4],
      [['CH', 0], 3],
    ],
    devices: [
      ['desktop', 61],
      ['mobile', 37],
      ['tablet', 2],
    ],
    bounces: 1.55,
  },
} satisfies Record<string, Visitors>;

/** The browsers on each kind of device. */
export const browsers: Record<Device, Choices<string>> = {
  desktop: [
    ['Chrome', 55],
    ['Edge', 21],
    ['Firefox', 12],
    ['Safari', 11],
    ['Opera', 1],
  ],
  mobile: [
    ['Safari', 47],
    ['Chrome', 41],
    ['Samsung Internet', 9],
    ['Firefox', 3],
  ],
  tablet: [
    ['Safari', 72],
    ['Chrome', 22],
    ['Samsung Internet', 6],
  ],
  other: [['Chrome', 1]],
};

const homes: Record<string, Country> = { us: ['US', 6], gb: ['GB', 1], fr: ['FR', 0], de: ['DE', 0] };

/** The country of the company that an email address belongs to. */
export function countryOf(email: string): Country {
  const known = companies.find(({ company }) => email.endsWith(`@${company.domain}`));
  return homes[known?.company.country ?? ''] ?? ['DE', 0];
}
