import { ScreenHead } from '../../kit/screen-head.tsx';
import { Await, Skeleton } from '../../kit/states.tsx';
import { Example } from './example.tsx';
import { type Found, useFound } from './first-steps.ts';
import { Guide } from './guide.tsx';
import { LoadSample } from './load-sample.tsx';

/** The first steps, beside what they lead to. */
export const FirstUse = ({ found }: { found: Found }) => (
  <div class="first-use">
    <div class="stack">
      <Guide found={found} />
      {found.isEmpty && <LoadSample />}
    </div>
    <Example />
  </div>
);

/** How does one begin? */
export function Start() {
  return (
    <>
      <ScreenHead title="Show me how" question="What comes first, and what is done already?" />
      <Await query={useFound()} skeleton={<Skeleton lines={8} />}>
        {(found) => <FirstUse found={found} />}
      </Await>
    </>
  );
}
