import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Switch } from '../../../../platform/web/ui/Switch.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { QuietSchedule } from '../../contract.ts';
import type { Failure } from './failure.ts';

interface Props {
  schedule: QuietSchedule;
  errors: NonNullable<Failure['schedule']>;
  onChange: (schedule: QuietSchedule) => void;
}

/** Daily hours without notifications. */
export function QuietHours({ schedule, errors, onChange }: Props) {
  const change = (part: Partial<QuietSchedule>) => onChange({ ...schedule, ...part });
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 text-base font-semibold">Quiet hours</legend>
      <Switch
        label="Enable quiet hours"
        hint="Silence notifications during these hours"
        checked={schedule.enabled}
        onCheckedChange={(enabled) => change({ enabled })}
      />
      {schedule.enabled && (
        <>
          <div className="grid grid-cols-2 gap-4">
            <TextField
              label="Start time"
              type="time"
              required
              error={errors.start}
              value={schedule.start}
              onChange={(event) => change({ start: event.target.value })}
            />
            <TextField
              label="End time"
              type="time"
              required
              error={errors.end}
              value={schedule.end}
              onChange={(event) => change({ end: event.target.value })}
            />
          </div>
          <SelectField
            label="Time zone"
            options={zonesWith(schedule.timezone)}
            error={errors.timezone}
            value={schedule.timezone}
            onChange={(event) => change({ timezone: event.target.value })}
          />
          <p aria-live="polite" className="text-sm text-muted text-pretty">
            {describeQuietHours(schedule)}
          </p>
        </>
      )}
    </fieldset>
  );
}

const timeZones = [
  { value: 'America/Los_Angeles', label: 'Pacific (PT)' },
  { value: 'America/Denver', label: 'Mountain (MT)' },
  { value: 'America/Chicago', label: 'Central (CT)' },
  { value: 'America/New_York', label: 'Eastern (ET)' },
  { value: 'America/Phoenix', label: 'Arizona (MST)' },
  { value: 'America/Anchorage', label: 'Alaska (AKST)' },
  { value: 'Pacific/Honolulu', label: 'Hawaii (HST)' },
];

/** The US time zones, and the user's own if different. */
function zonesWith(timezone: string) {
  const isKnown = timeZones.some(({ value }) => value === timezone);
  return isKnown ? timeZones : [{ value: timezone, label: timezone }, ...timeZones];
}

/** Describes the quiet hours, so that they are not mistaken for working hours. */
function describeQuietHours({ start, end, timezone }: QuietSchedule): string {
  if (!start || !end) return '';
  const zone = zonesWith(timezone).find(({ value }) => value === timezone)?.label ?? timezone;
  const until = start < end ? clock(end) : `${clock(end)} the next day`;
  return (
    `Quiet from ${clock(start)} until ${until}, ${zone}: notifications appear in the bell ` +
    'without sound or push. Messages meant for you are emailed afterward.'
  );
}

/** `21:00` as `9:00 PM`. */
function clock(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const half = hours < 12 ? 'AM' : 'PM';
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${half}`;
}
