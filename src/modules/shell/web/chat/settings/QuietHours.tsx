import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { Switch } from '../../../../../platform/web/ui/Switch.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { type ChatSettings, timeZones } from './chatSettings.ts';

type Schedule = ChatSettings['schedule'];

interface Props {
  schedule: Schedule;
  onChange: (schedule: Schedule) => void;
}

/** Part of the day in which nothing interrupts. */
export function QuietHours({ schedule, onChange }: Props) {
  const change = (part: Partial<Schedule>) => onChange({ ...schedule, ...part });
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-3 text-base font-semibold">Quiet hours</legend>
      <Switch
        label="Enable quiet hours"
        hint="The hours in which you would rather not be disturbed"
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
              value={schedule.start}
              onChange={(event) => change({ start: event.target.value })}
            />
            <TextField
              label="End time"
              type="time"
              required
              value={schedule.end}
              onChange={(event) => change({ end: event.target.value })}
            />
          </div>
          <SelectField
            label="Time zone"
            options={timeZones}
            value={schedule.timezone}
            onChange={(event) => change({ timezone: event.target.value })}
          />
        </>
      )}
    </fieldset>
  );
}
