import type { Experiment, ExperimentArm } from '@footfall/client';
import { Button } from '../../kit/button.tsx';
import { changeOf, number, percent, rate } from '../../lib/format.ts';
import { type Axis, axisOf } from './axis.ts';
import { goalLabel, intervalWords, verdictOf } from './words.ts';

/** A part of the width. */
const at = (place: number) => `${(place * 100).toFixed(2)}%`;

/** The middle of the row of an interval, in pixels. */
const middle = 14;

/** The names of the lifts on the axis. */
const Ticks = ({ axis }: { axis: Axis }) => (
  <svg class="lift lift-axis" aria-hidden="true">
    {axis.ticks.map((lift, place) => (
      <text
        key={lift}
        class={lift !== 0 && place > 0 && place < axis.ticks.length - 1 ? 'lift-between' : undefined}
        x={at(axis.placeOf(lift))}
        y="12"
      >
        {lift === 0 ? 'same' : changeOf(1 + lift, 1)}
      </text>
    ))}
  </svg>
);

interface LiftProps {
  axis: Axis;
  arm: ExperimentArm;
  isLive: boolean;
  tone: string;
}

/** Where the true lift of an arm is, beside the live version in the middle. An end that is farther away has an arrow. */
function Lift({ axis: { placeOf, isBeyond, ticks }, arm: { liftLow, liftHigh }, isLive, tone }: LiftProps) {
  const low = liftLow ?? -1;
  const high = liftHigh ?? Number.POSITIVE_INFINITY;
  const left = isBeyond(low) ? 0 : placeOf(low);
  const right = isBeyond(high) ? 1 : placeOf(high);
  return (
    <svg class={`lift ${tone || 'accent'}`} aria-hidden="true">
      {ticks.map((tick) => (
        <line
          key={tick}
          class={tick === 0 ? 'lift-zero' : 'lift-tick'}
          x1={at(placeOf(tick))}
          x2={at(placeOf(tick))}
          y1="0"
          y2="100%"
        />
      ))}
      {isLive ? (
        <circle class="lift-live" cx="50%" cy={middle} r="5" />
      ) : (
        <>
          <rect class="lift-bar" x={at(left)} y={middle - 4} width={at(right - left)} height="8" rx="2" />
          {isBeyond(low) && (
            <text class="lift-more" x={at(left)} y={middle + 5} dx="6">
              ‹
            </text>
          )}
          {isBeyond(high) && (
            <text class="lift-more" x={at(right)} y={middle + 5} dx="-6">
              ›
            </text>
          )}
        </>
      )}
    </svg>
  );
}

interface ArmsProps {
  test: Experiment;
  /** Shows the content of a version. */
  view: (arm: ExperimentArm) => void;
}

/** The versions of a test: who saw them, what came of it, and how each compares with the live one. */
export function Arms({ test, view }: ArmsProps) {
  const { arms, goal, splitBrokenAt } = test;
  // Visitors who are not divided as they should be cannot be compared.
  const isCompared = splitBrokenAt === null;
  const axis = axisOf(arms);
  const shares = arms.reduce((sum, { weight }) => sum + weight, 0);
  const [live] = arms;
  return (
    <div class="arms-room">
      <table class="figures arms">
        <caption class="visually-hidden">
          The versions of the test{isCompared && `, compared with version ${live?.versionNumber}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col" class="number">
              Visitors
            </th>
            <th scope="col" class="number">
              {goalLabel(goal)}
            </th>
            <th scope="col" class="number">
              Rate
            </th>
            {isCompared && (
              <th scope="col" class="arms-lift">
                <span class="visually-hidden">Compared with version {live?.versionNumber}</span>
                <Ticks axis={axis} />
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {arms.map((arm, place) => {
            const { versionId, versionNumber, weight, visitors, conversions } = arm;
            const { text, tone } = verdictOf(test, arm);
            return (
              <tr key={versionId}>
                <th scope="row">
                  <span class="row arms-name">
                    Version {versionNumber}
                    <span class={tone ? `badge badge-${tone}` : 'badge'}>{text}</span>
                    <Button kind="link" onClick={() => view(arm)}>
                      View<span class="visually-hidden"> version {versionNumber}</span>
                    </Button>
                  </span>
                </th>
                <td class="number" title={`${percent(weight / shares)} of all visitors get it`}>
                  {number(visitors)}
                </td>
                <td class="number">{number(conversions)}</td>
                <td class="number">{rate(conversions, visitors)}</td>
                {isCompared && (
                  <td class="arms-lift">
                    <Lift axis={axis} arm={arm} isLive={place === 0} tone={tone} />
                    <span class="small muted">
                      {place === 0 ? 'the others are compared with it' : intervalWords(arm)}
                    </span>
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
