import type { TopicCreate } from '#footfall/client';

/** A topic with the text of its entries, in order. */
type DemoTopic = TopicCreate & { entries: string[] };

/** Topics for the website's pages. Some sort orders leave room for another topic between them. */
export const demoTopics: DemoTopic[] = [
  {
    title: 'What Trailmark does',
    purpose: 'The answer to anyone who asks nothing in particular.',
    sortOrder: 10,
    isDefault: true,
    entries: [
      'Trailmark counts who enters a site: with sensors at the doors, by the hour, without cameras.',
      'Counts are in the app within a minute, and in a weekly report on Mondays.',
      'Shops, depots, offices and museums use it, from one entrance to some hundred sites.',
    ],
  },
  {
    title: 'Plans and prices',
    purpose: 'Questions about cost, seats and contracts. Above 200 seats, lead to the form contact-sales.',
    sortOrder: 20,
    isDefault: false,
    entries: [
      'Starter costs 9, Team 19 and Scale 34 a seat and month, in dollars, pounds or euros.',
      'The data export is an add-on of 25 a month.',
      'Contracts run for twelve months; seats can be added at any time and are charged from that day.',
      'Above 200 seats, prices are by contract.',
    ],
  },
  {
    title: 'Import and export',
    purpose: 'How counts come in and go out.',
    sortOrder: 30,
    isDefault: false,
    entries: [
      'Historical counts are imported as CSV under Settings, Import: one row per day and site.',
      'An import takes at most 50,000 rows a file; files may follow each other.',
      'Exports are CSV, by quarter of an hour, hour or day.',
    ],
  },
  {
    title: 'Reports and time zones',
    purpose: 'Why two numbers differ, before a ticket is opened.',
    sortOrder: 35,
    isDefault: false,
    entries: [
      'The weekly report counts in UTC, the dashboard in the time zone of the account.',
      'Comparing two periods aligns weekdays, so that a Saturday meets a Saturday.',
    ],
  },
  {
    title: 'Privacy',
    purpose: 'What is measured of a person: nothing that tells who it is.',
    sortOrder: 40,
    isDefault: false,
    entries: [
      'Sensors measure heights and directions; they take no pictures and read no phones.',
      'A count has a door, a direction and a minute. Nobody can be told from it.',
      'Data stays in the region of the account: the European Union, the United Kingdom or the United States.',
    ],
  },
];
