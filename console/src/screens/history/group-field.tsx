import { useId, useState } from 'preact/hooks';
import { type EventType, eventsByType } from '../../../../src/vocabulary/events.ts';
import { type Group, textOfTypes, typesIn } from './groups.ts';

export interface GroupFieldProps {
  group: Group;
  /** The types that are chosen, one a line. */
  value: string;
  /** Leaves out what each event costs. */
  withoutPrice?: boolean;
}

/** A group of types to tick: as a whole, or one by one. */
export function GroupField({
  group: { id, label, says, price, types },
  value,
  withoutPrice,
}: GroupFieldProps) {
  const [chosen, setChosen] = useState(() => new Set(typesIn(value)));
  const own = useId();
  const isWhole = types.every((type) => chosen.has(type));
  const choose = (changed: EventType[], isChosen: boolean) => {
    const others = [...chosen].filter((type) => !changed.includes(type));
    setChosen(new Set(isChosen ? [...others, ...changed] : others));
  };
  return (
    <div class="check">
      <input
        id={own}
        type="checkbox"
        checked={isWhole}
        ref={(input) => {
          if (input) input.indeterminate = !isWhole && chosen.size > 0;
        }}
        aria-describedby={`${own}-hint`}
        onChange={({ currentTarget }) => choose(types, currentTarget.checked)}
      />
      <label for={own}>{label}</label>
      <p id={`${own}-hint`} class="muted">
        {withoutPrice ? says : `${says}; ${price}`}.
      </p>
      {types.length > 1 && (
        <details>
          <summary>
            {chosen.size} of {types.length}
            <span class="visually-hidden"> of {label}</span>: choose single ones
          </summary>
          <div class="checks stack-3">
            {types.map((type) => (
              <div key={type} class="check">
                <input
                  id={`${own}-${type}`}
                  type="checkbox"
                  checked={chosen.has(type)}
                  onChange={({ currentTarget }) => choose([type], currentTarget.checked)}
                />
                <label for={`${own}-${type}`}>
                  {eventsByType[type].label} <code class="muted">{type}</code>
                </label>
              </div>
            ))}
          </div>
        </details>
      )}
      <input type="hidden" name={id} value={textOfTypes(types.filter((type) => chosen.has(type)))} />
    </div>
  );
}
