import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { clockStopNames } from '../../contract/lead.ts';
import type { LeadRouting } from '../../contract/settings.ts';
import type { Choices } from '../../contract.ts';
import { HoursFields } from './HoursFields.tsx';
import { Members } from './Members.tsx';
import { useRoutingForm } from './useRoutingForm.ts';

interface Props {
  routing: LeadRouting;
  choices: Choices;
  onClose: () => void;
}

/** Editable for managers of the store, read-only for everyone else. */
export function RoutingForm({ routing, choices, onClose }: Props) {
  const form = useRoutingForm(routing, onClose);
  const { values, errors } = form;
  const locked = !routing.mayChange;
  return (
    <form
      noValidate
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {form.refusal && (
        <Notice tone="danger" live>
          {form.refusal}
        </Notice>
      )}
      <TextField
        label="Response time, minutes"
        hint={`${clockStopNames[routing.clockStop]} is due this long after the lead is received, in opening hours.`}
        inputMode="numeric"
        required
        disabled={locked}
        maxLength={4}
        value={values.limit}
        error={errors.limitMinutes}
        onChange={(event) => form.set({ limit: event.target.value })}
      />
      <HoursFields form={form} locked={locked} />
      <Checkbox
        label="Assign new leads by rotation"
        hint="When off, new leads stay unassigned until someone claims them."
        disabled={locked}
        checked={values.inTurn}
        onCheckedChange={(inTurn) => form.set({ inTurn })}
      />
      <Members routing={routing} form={form} choices={choices} />
      {!locked && (
        <div className="flex justify-end gap-2 border-t border-border pt-4">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={form.isPending}>
            Save
          </Button>
        </div>
      )}
    </form>
  );
}
