import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { LeadRouting } from '../../contract/settings.ts';
import type { Choices } from '../../contract.ts';
import { HoursFields } from './HoursFields.tsx';
import { Members } from './Members.tsx';
import { useRoutingForm } from './useRoutingForm.ts';

interface Props {
  desk: LeadRouting;
  choices: Choices;
  onClose: () => void;
}

/** What managers of the store may change, and everybody else may read. */
export function RoutingForm({ desk, choices, onClose }: Props) {
  const form = useRoutingForm(desk, onClose);
  const { values, errors } = form;
  const locked = !desk.mayChange;
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
        label="Answer within, in minutes"
        hint="Counted in open hours, from when the lead came in."
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
        label="New leads go to those who accept, in turn"
        hint="Without it they wait until somebody takes them."
        disabled={locked}
        checked={values.inTurn}
        onCheckedChange={(inTurn) => form.set({ inTurn })}
      />
      <Members desk={desk} form={form} choices={choices} />
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
