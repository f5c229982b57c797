import { useState } from 'preact/hooks';
import { Button } from '../../kit/button.tsx';
import { type Keys, type MappedField, mayBe, namingIn, pathOf } from './paths.ts';

/** What each value is called: "This is the email". */
export const fieldNames: Record<MappedField, string> = {
  email: 'email',
  phoneNumber: 'phone number',
  linkedinProfileUrl: 'LinkedIn profile',
  name: 'name',
  type: 'type of what happened',
  occurredAt: 'time when it happened',
};

export interface PickProps {
  body: unknown;
  isBusy: boolean;
  /** Called with what a value is, and the path that leads to it. */
  onPick: (field: MappedField, path: string) => void;
}

interface MeaningsProps extends PickProps {
  keys: Keys;
  value: unknown;
}

/** What a value may be, each a button. */
function Meanings({ body, keys, value, isBusy, onPick }: MeaningsProps) {
  const path = pathOf(body, keys);
  if (path === undefined) return <p class="muted">It is too deep in the body for a mapping.</p>;
  return (
    <div class="row wrap">
      {mayBe(value).map((field) => (
        <Button key={field} isBusy={isBusy} onClick={() => onPick(field, path)}>
          This is the {fieldNames[field]}
        </Button>
      ))}
    </div>
  );
}

interface NodeProps extends PickProps {
  value: unknown;
  keys: Keys;
  chosen: string | undefined;
  onChoose: (key: string | undefined) => void;
}

/** A value of JSON, as `<Json>` shows it. One that may say who, what or when is a button. */
function Node(props: NodeProps) {
  const { value, keys, chosen, onChoose, ...pick } = props;
  const name = keys.at(-1);
  const label = name === undefined ? null : <span class="muted">{name}: </span>;
  if (typeof value === 'object' && value !== null) {
    const entries = Array.isArray(value)
      ? value.map((item, index) => [index, item] as const)
      : Object.entries(value);
    return (
      <details class="json" open={keys.length < 6}>
        <summary>
          {label}
          {Array.isArray(value) ? '[' : '{'}
          <span class="muted"> {entries.length} </span>
          {Array.isArray(value) ? ']' : '}'}
        </summary>
        {entries.map(([key, inner]) => (
          <Node key={key} {...props} keys={[...keys, key]} value={inner} />
        ))}
      </details>
    );
  }
  const text = JSON.stringify(value);
  if (mayBe(value).length === 0)
    return (
      <div class="json-line">
        {label}
        <span class={typeof value === 'string' ? 'good' : 'accent'}>{text}</span>
      </div>
    );
  const id = JSON.stringify(keys);
  const isChosen = chosen === id;
  return (
    <div class="json-line">
      {label}
      <Button kind="link" aria-expanded={isChosen} onClick={() => onChoose(isChosen ? undefined : id)}>
        {text}
      </Button>
      {isChosen && <Meanings {...pick} keys={keys} value={value} />}
    </div>
  );
}

/** The body of a delivery. A click on a value says what it is, and makes its path. */
export function BodyPicker(pick: PickProps) {
  const [chosen, setChosen] = useState<string>();
  const naming = namingIn(pick.body);
  return (
    <div class="stack-2">
      {naming.length > 0 && (
        <ul class="stack-1" aria-label="What may name the person">
          {naming.map(({ keys, value }) => (
            <li key={value} class="row wrap between">
              <b class="link-text">{value}</b>
              <Meanings {...pick} keys={keys} value={value} />
            </li>
          ))}
        </ul>
      )}
      <p class="muted">Click a value to say what it is.</p>
      <Node {...pick} value={pick.body} keys={[]} chosen={chosen} onChoose={setChosen} />
    </div>
  );
}
