import { Monogram } from '../../kit/monogram.tsx';
import { Sparkline } from '../../kit/sparkline.tsx';
import { Stat, Stats } from '../../kit/stat.tsx';
import { number } from '../../lib/format.ts';

const visits = [31, 38, 35, 22, 19, 41, 47, 44, 52, 49, 28, 24, 57, 63, 61, 68, 72, 41, 37, 79];

const came = [
  { name: 'Halden Robotics', last: 'Mira Okafor’s link: read Pricing, 2m 41s', visits: '9 visits' },
  { name: 'Lumen Freight', last: 'Jonas Weber’s link: asked a question on Pricing', visits: '4 visits' },
  { name: 'Aster & Pine', last: 'Ines Duarte sent a form on Request a demo', visits: '2 visits' },
];

/** What the overview will look like, with made-up figures. A screen reader is told what is in it, and none of these. */
export const Example = () => (
  <figure class="example card">
    <figcaption>
      <span class="badge">Example</span> With made-up figures: who visited, what they read, and what they did.
    </figcaption>
    <div class="stack" aria-hidden="true">
      <Stats>
        <Stat
          label="Visits"
          value={number(908)}
          compare={{ now: 908, before: 741, samples: [908, 741], isCertain: true }}
        />
        <Stat label="Identified" value="214" note={`of ${number(908)} visits`} />
        <Stat
          label="Conversions"
          value="46"
          compare={{ now: 46, before: 31, samples: [46, 31], isCertain: true }}
        />
      </Stats>
      <Sparkline values={visits} label="Visits by day" />
      <ul>
        {came.map(({ name, last, visits: count }) => (
          <li key={name} class="came-item">
            <Monogram name={name} kind="account" />
            <div class="grow">
              <div class="row">
                <b class="cut grow">{name}</b>
                <span class="tabular">{count}</span>
              </div>
              <p class="note muted cut">{last}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  </figure>
);
