import type { ComponentChildren } from 'preact';
import { Icon } from '../../kit/icon.tsx';

const steps = ['Create a page', 'Paste its script', 'First visit'];

/** Get your first visit, in three steps. `done` of them are ticked, and `children` is the next one. */
export function FirstSteps({ done, children }: { done: number; children: ComponentChildren }) {
  return (
    <>
      <ol class="first-steps wrap" aria-label="Get your first visit">
        {steps.map((step, index) => (
          <li key={step} aria-current={index === done ? 'step' : undefined}>
            {index < done ? <Icon name="check" /> : <span class="tabular">{index + 1}</span>} {step}
            {index < done && <span class="visually-hidden">: done</span>}
          </li>
        ))}
      </ol>
      {children}
    </>
  );
}
