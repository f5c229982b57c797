import { NoVisits } from '../../analytics/no-visits.tsx';
import { useScope } from '../../data/session.ts';
import { Icon } from '../../kit/button.tsx';
import { type Found, type Step, stepsOf } from './first-steps.ts';

interface StepProps {
  step: Step;
  index: number;
  isNext: boolean;
  mayWrite: boolean;
}

const GuideStep = ({ step: { title, text, isDone, label, href }, index, isNext, mayWrite }: StepProps) => (
  <li class={isDone ? 'guide-step is-done' : 'guide-step'} aria-current={isNext ? 'step' : undefined}>
    <span class="guide-mark tabular">{isDone ? <Icon name="check" /> : index + 1}</span>
    <div class="grow">
      <p class="guide-title">
        {title}
        {isDone && <span class="visually-hidden">: done</span>}
      </p>
      {!isDone && <p class="note muted">{text}</p>}
    </div>
    {!isDone && href && mayWrite && (
      <a class={isNext ? 'button button-main' : 'button'} href={href}>
        {label}
      </a>
    )}
  </li>
);

/** The first steps, ticked by what exists, and the script of the newest page while there is no visit. */
export function Guide({ found }: { found: Found }) {
  const mayWrite = useScope('write');
  const steps = stepsOf(found);
  const next = steps.findIndex(({ isDone }) => !isDone);
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  return (
    <>
      <section class="guide stack" aria-labelledby="guide-title">
        <header class="who-head wrap">
          <h2 id="guide-title">Five steps to your first known visitor</h2>
          <span class="muted tabular" role="status">
            {doneCount} of {steps.length} done
          </span>
        </header>
        <ol>
          {steps.map((step, index) => (
            <GuideStep
              key={step.title}
              step={step}
              index={index}
              isNext={index === next}
              mayWrite={mayWrite}
            />
          ))}
        </ol>
        {!mayWrite && (
          <p class="note muted">
            Your key may only read. A key with the scope <code>write</code> creates pages, persons and links.
          </p>
        )}
      </section>
      {found.pageId && !found.hasVisit && <NoVisits key={found.pageId} pageId={found.pageId} />}
    </>
  );
}
