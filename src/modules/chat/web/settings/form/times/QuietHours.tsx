import { SelectField } from '../../../../../../platform/web/ui/SelectField.tsx';
import { Switch } from '../../../../../../platform/web/ui/Switch.tsx';
import { TextField } from '../../../../../../platform/web/ui/TextField.tsx';
import type { QuietSchedule } from '../../../../contract/settings.ts';
import type { Failure } from '../failure.ts';
import { describeQuietHours, zonesWith } from './quietLabels.ts';

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
