import { useEffect, useRef } from 'preact/hooks';
import { hourMs } from '../../../../src/lib/durations.ts';
import { localTime } from '../../analytics/days.ts';
import { CheckField } from '../../kit/check-field.tsx';
import { TextField } from '../../kit/field.tsx';
import { viewerZone, zoneName } from '../../lib/format.ts';

/** The next full hour that is at least half an hour away, by the clocks of the reader. */
export const nextHour = (): string =>
  localTime(Math.ceil((Date.now() + hourMs / 2) / hourMs) * hourMs, viewerZone);

export interface PublishTimeProps {
  /** In the time zone of the reader. Undefined: now. */
  time: string | undefined;
  error: string | undefined;
  onTime: (time: string | undefined) => void;
}

/** When a version goes live: now, or at a time that one chooses. */
export function PublishTime({ time, error, onTime }: PublishTimeProps) {
  const choices = useRef<HTMLFieldSetElement>(null);
  // Who asked for a later time writes it.
  useEffect(() => choices.current?.querySelector<HTMLElement>('[name="publishAt"]')?.focus(), []);
  return (
    <fieldset class="checks stack-3" ref={choices}>
      <legend>When?</legend>
      <CheckField
        isRadio
        name="when"
        label="Now"
        isChecked={time === undefined}
        onChange={() => onTime(undefined)}
      />
      <CheckField
        isRadio
        name="when"
        label="At a time"
        isChecked={time !== undefined}
        onChange={() => onTime(nextHour())}
      />
      {time !== undefined && (
        <TextField
          label="Goes live at"
          name="publishAt"
          type="datetime-local"
          value={time}
          hint={`In the time zone ${zoneName(viewerZone)}, within a minute. Later changes are not included.`}
          error={error}
          onInput={onTime}
        />
      )}
    </fieldset>
  );
}
