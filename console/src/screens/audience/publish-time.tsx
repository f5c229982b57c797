import { hourMs } from '../../../../src/lib/durations.ts';
import { localTime } from '../../analytics/local-time.ts';
import { CheckField } from '../../kit/check-field.tsx';
import { TextField } from '../../kit/field.tsx';
import { viewerZone, zoneName } from '../../lib/format.ts';

/** The next full hour that is at least half an hour away. */
const nextHour = (): number => Math.ceil((Date.now() + hourMs / 2) / hourMs) * hourMs;

export interface PublishTimeProps {
  /** By the clocks of the reader. Undefined: now. */
  time: string | undefined;
  error: string | undefined;
  onTime: (time: string | undefined) => void;
}

/** When a version goes live: now, or at a time that one chooses. */
export function PublishTime({ time, error, onTime }: PublishTimeProps) {
  return (
    <fieldset class="checks">
      <legend>When?</legend>
      <CheckField isRadio name="when" label="Now" isChecked onChange={() => onTime(undefined)} />
      <CheckField
        isRadio
        name="when"
        label="At a time"
        onChange={() => onTime(localTime(nextHour(), viewerZone))}
      />
      {time !== undefined && (
        <TextField
          label="Goes live at"
          name="publishAt"
          type="datetime-local"
          value={time}
          hint={`By the clocks of ${zoneName(viewerZone)}, within a minute. What you change until then is not part of it.`}
          error={error}
          onInput={onTime}
        />
      )}
    </fieldset>
  );
}
