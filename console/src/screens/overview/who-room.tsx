import { forwarded } from '../../analytics/came.ts';
import { hotRule } from '../../analytics/hot.tsx';
import { Skeleton } from '../../kit/states.tsx';
import { fewCame } from './questions.ts';

/** As high as those that came, until they are there. */
export const CameRoom = () => (
  <div class="who-grid">
    <ul class="came-grid" aria-hidden="true">
      {Array.from({ length: fewCame }, (_, index) => (
        <li key={index} class="came-item">
          <Skeleton lines={2} />
        </li>
      ))}
    </ul>
  </div>
);

/** What the list of those that came means. */
export const cameNote = (from?: number): string => `${hotRule(from)} ${forwarded}`;

/** The room of who came while its part of the console is loaded. */
export const WhoRoom = () => (
  <>
    <header class="who-head wrap">
      <h2 id="overview-who">Who visited</h2>
      <span class="who-answer" />
    </header>
    <CameRoom />
    <p class="note muted who-more">{cameNote()}</p>
  </>
);
