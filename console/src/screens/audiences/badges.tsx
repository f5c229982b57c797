import type { Audience } from '@footfall/client';
import { badgesOf } from './state.ts';

/** The states of an audience as badges: what is live, then what comes next. */
export const Badges = ({ audience }: { audience: Audience }) => (
  <span class="badges">
    {badgesOf(audience).map(({ text, tone }) => (
      <span key={text} class={`badge ${tone}`}>
        {text}
      </span>
    ))}
  </span>
);
