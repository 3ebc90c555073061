import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { dayNames, type RoutingFormState } from './useRoutingForm.ts';

// On a phone the symbol would cover AM and PM; the field itself opens the clock there.
const fullTimes = 'max-sm:[&::-webkit-calendar-picker-indicator]:hidden';

/** Opening hours; response clocks pause outside them. */
export function HoursFields({ form, locked }: { form: RoutingFormState; locked: boolean }) {
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="pb-2 text-sm font-medium text-text">Opening hours</legend>
      {form.values.days.map((day, at) => {
        const name = dayNames[at] ?? '';
        const time = (which: 'opens' | 'closes', label: string) => (
          <TextField
            label={`${name} ${label}`}
            labelHidden
            type="time"
            className="w-32 min-w-0 shrink"
            inputClassName={fullTimes}
            disabled={locked}
            value={day[which]}
            error={which === 'opens' ? form.errors[`hours.${at}`] : undefined}
            onChange={(event) => form.setDay(at, { [which]: event.target.value })}
          />
        );
        return (
          <div
            key={name}
            className="flex min-h-11 items-center gap-2 border-b border-border py-1 last:border-0"
          >
            <Checkbox
              className="w-28 shrink-0"
              label={name}
              disabled={locked}
              checked={day.isOpen}
              onCheckedChange={(isOpen) => form.setDay(at, { isOpen })}
            />
            {day.isOpen ? (
              <>
                {time('opens', 'opens')}
                <span className="text-sm text-muted">to</span>
                {time('closes', 'closes')}
              </>
            ) : (
              <span className="text-sm text-muted">Closed</span>
            )}
          </div>
        );
      })}
      {form.errors.hours && <p className="pt-2 text-xs text-danger">{form.errors.hours}</p>}
    </fieldset>
  );
}
