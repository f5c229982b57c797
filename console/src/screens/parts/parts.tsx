import type { ComponentChildren } from 'preact';
import { Chart } from '../../analytics/chart.tsx';
import { PanelTable } from '../../analytics/panel-table.tsx';
import { RangePicker } from '../../analytics/range-picker.tsx';
import { drawn, WordIcon } from '../../analytics/value-icon.tsx';
import { Button, CopyBlock, Icon } from '../../kit/button.tsx';
import { CheckField } from '../../kit/check-field.tsx';
import { Facts } from '../../kit/facts.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { Flag } from '../../kit/flag.tsx';
import { Monogram } from '../../kit/monogram.tsx';
import { More } from '../../kit/more.tsx';
import { Tabs } from '../../kit/pills.tsx';
import { ScreenHead } from '../../kit/screen-head.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { Sparkline } from '../../kit/sparkline.tsx';
import { RateStat, Stat, Stats } from '../../kit/stat.tsx';
import { Empty, Failed, Skeleton } from '../../kit/states.tsx';
import { column, Table } from '../../kit/table.tsx';
import { Timeline } from '../../kit/timeline.tsx';
import { Toolbar } from '../../kit/toolbar.tsx';
import { WordDiff } from '../../kit/word-diff.tsx';
import { number } from '../../lib/format.ts';
import { here } from '../../nav/router.ts';

/** The colours by meaning, as styles/tokens.css has them. */
const colours = [
  ...['page', 'surface', 'surface-2', 'surface-3', 'border', 'edge', 'border-strong', 'text', 'text-2'],
  ...['accent', 'accent-soft', 'visits', 'visits-soft', 'converted', 'converted-soft'],
  ...['good', 'good-soft', 'bad', 'bad-soft', 'warn', 'warn-soft'],
];
const sizes = ['title', 'heading', 'body', 'small', 'figure'];
const names = ['Northwind Logistics', 'Quillon Software', 'Zoë Lindqvist', 'Paweł Żak', '株式会社', 'x'];
const icons = ['copy', 'check', 'close', 'menu', 'download', 'external', 'share', 'up', 'down'] as const;
const badges = ['', 'badge-good', 'badge-bad', 'badge-warn', 'badge-accent'];

const days = Array.from({ length: 14 }, (_, day) => ({
  start: new Date(Date.UTC(2026, 9, 1 + day)).toISOString(),
  end: new Date(Date.UTC(2026, 9, 2 + day)).toISOString(),
  visits: 40 + 30 * (day % 5) - day,
}));
const panelRows = [
  { name: 'Germany', code: 'DE', count: 776, converted: 63 },
  { name: 'Switzerland', code: 'CH', count: 215, converted: 22 },
  { name: 'Austria', code: 'AT', count: 64, converted: 3 },
].map(({ code, ...row }, index) => ({
  ...row,
  key: code,
  icon: <Flag code={code} />,
  before: row.count - 40,
  last: `${((100 * row.converted) / row.count).toFixed(1)}%`,
  isChosen: index === 1,
  href: here({}),
}));

const Part = ({ title, children }: { title: string; children: ComponentChildren }) => (
  <section class="stack-3">
    <h2>{title}</h2>
    {children}
  </section>
);

/** All parts of which screens are made, in one place: for who changes them, and for who looks at them. */
export function Parts() {
  return (
    <>
      <ScreenHead title="Parts" question="What is this console made of?" of={{ what: 'screen', id: 'parts' }}>
        <Button kind="main">Main action</Button>
      </ScreenHead>
      <Part title="Colours">
        <ul class="row">
          {colours.map((name) => (
            <li key={name} class="stack-1 small">
              <span class="swatch" style={{ background: `var(--${name})` }} />
              {name}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Sizes of text">
        {sizes.map((name) => (
          <p key={name} style={{ fontSize: `var(--text-${name})`, lineHeight: 1.3 }}>
            {name}: Who came, and which words convert?
          </p>
        ))}
      </Part>
      <Part title="Companies, people, places, devices, channels">
        <p class="row">
          {names.map((name, index) => (
            <span key={name}>
              <Monogram name={name} kind={index < 2 ? 'account' : 'person'} />
              {name}
            </span>
          ))}
        </p>
        <p class="row">
          {['DE', 'GB', 'US', 'BR', 'JP', 'ZA'].map((code) => (
            <span key={code}>
              <Flag code={code} />
              {code}
            </span>
          ))}
          {icons.map((name) => (
            <Icon key={name} name={name} />
          ))}
        </p>
        <p class="row">
          {drawn.map((name) => (
            <span key={name}>
              <WordIcon name={name} />
              {name}
            </span>
          ))}
        </p>
      </Part>
      <Part title="The toolbar of a screen">
        <Toolbar
          title="Parts"
          range={<RangePicker />}
          file={{ what: 'Parts', of: () => [] }}
          action={<Button kind="main">New part</Button>}
        >
          <SearchField label="Search parts" placeholder="Name" param="part" />
          <Button>Filter</Button>
        </Toolbar>
      </Part>
      <Part title="Buttons and badges">
        <p class="row">
          <Button kind="main">Publish …</Button>
          <Button>Edit</Button>
          <Button kind="danger">Erase …</Button>
          <Button kind="quiet">Quiet</Button>
          <Button kind="delete">Delete</Button>
          <Button kind="link">A link that does something</Button>
          <Button disabled>Not now</Button>
          <More what="part" id="part_0" />
        </p>
        <p class="row">
          {badges.map((tone) => (
            <span key={tone} class={`badge ${tone}`}>
              {tone || 'badge'}
            </span>
          ))}
        </p>
      </Part>
      <Part title="Figures, a chart, a line in a row">
        <Stats>
          <Stat label="Visits" value={number(2015)} compare={{ now: 2015, before: 1581 }} isChosen />
          <Stat label="Conversions" value="159" compare={{ now: 159, before: 52, isCertain: true }} />
          <RateStat
            label="Bounce rate"
            hits={557}
            of={1990}
            before={{ hits: 520, of: 1500 }}
            sample="visits"
            isCertain
            lessIsBetter
          />
          <RateStat label="Form rate" hits={3} of={12} sample="visits" />
        </Stats>
        <Chart
          label="Visits by day"
          steps={days}
          series={[
            { label: 'Visits', values: days.map(({ visits }) => visits) },
            { label: 'Period before', values: days.map(({ visits }) => visits - 12) },
          ]}
          zone="UTC"
          interval="day"
          format={number}
          isCount
          isTable={false}
          onTable={() => {}}
        />
        <p>
          <Sparkline values={days.map(({ visits }) => visits)} label="Visits by day" />
        </p>
      </Part>
      <div class="panels stack">
        <section class="panel">
          <header>
            <h2>A list of values</h2>
          </header>
          <PanelTable
            label="Country"
            countLabel="Visits"
            lastLabel="Converted"
            lastHint="Conversions of visits"
            rows={panelRows}
            isCompared
          />
        </section>
        <section class="panel">
          <header>
            <h2>Facts and words</h2>
          </header>
          <Facts
            facts={[
              ['Domain', 'northwind.example'],
              ['Added', '30 Nov 2026'],
            ]}
          />
          <Tabs
            label="Parts"
            tabs={[
              { id: 'one', label: 'One' },
              { id: 'two', label: 'Two' },
            ]}
          />
          <WordDiff before="Every gate, every shift" after="See which gate is busy, by shift" />
        </section>
      </div>
      <Part title="Fields">
        <TextField label="Name" name="name" value="Retail" hint="Only you and your colleagues see it." />
        <SelectField label="Domain" name="domain" options={[{ value: '', label: 'All domains' }]} />
        <CheckField label="Ordered" name="ordered" hint="Nothing is sent while an earlier event waits." />
        <CopyBlock text="<script src=&quot;…&quot;></script>" what="script" label="Copy the script" />
      </Part>
      <Part title="What happened">
        <Timeline
          isDivided
          items={(['converted', 'visit', 'log', 'publish'] as const).map((kind) => ({
            id: kind,
            at: '2026-10-14T09:30:00Z',
            kind,
            title: <b>{kind}</b>,
            note: 'Germany · desktop',
          }))}
        />
      </Part>
      <Part title="States">
        <Empty title="No visits yet">What to do next stands here.</Empty>
        <Failed error={new Error('An example')} retry={() => {}} isShort />
        <div data-example>
          <Skeleton lines={3} />
        </div>
      </Part>
      <Table
        label="A list"
        columns={[
          column('name', 'Company', {}, (name: string) => (
            <>
              <Monogram name={name} kind="account" />
              {name}
            </>
          )),
          column('visits', 'Visits', { isNumber: true }, (name: string) => number(name.length)),
        ]}
        rows={names}
        keyOf={(name) => name}
        initialSort="name"
      />
    </>
  );
}
