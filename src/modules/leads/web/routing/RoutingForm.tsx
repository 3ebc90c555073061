import { storeNames } from '../../../../platform/contract/names.ts';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { clockStopNames } from '../../contract/lead.ts';
import type { LeadRouting } from '../../contract/settings.ts';
import type { Choices } from '../../contract.ts';
import { ClockSetting } from './ClockSetting.tsx';
import { HoursFields } from './HoursFields.tsx';
import { Members } from './Members.tsx';
import { useRoutingForm } from './useRoutingForm.ts';

interface Props {
  routings: readonly LeadRouting[];
  first: LeadRouting;
  choices: Choices;
  onClose: () => void;
}

/** Editable for managers of the store, read-only for everyone else. */
export function RoutingForm({ routings, first, choices, onClose }: Props) {
  const form = useRoutingForm(first, onClose);
  const { chosen, values, errors } = form;
  // Whether members accept leads and what they received is live.
  const routing = routings.find(({ store }) => store === chosen.store) ?? chosen;
  const locked = !routing.mayChange;
  return (
    <FormDialog
      size="side"
      title="Lead routing"
      description={locked ? 'Only managers of the store can change this.' : undefined}
      verb="Save"
      pending={form.isPending}
      isDirty={form.isDirty}
      isReadOnly={locked}
      refusal={form.refusal}
      formClassName="flex flex-col gap-6"
      onClose={onClose}
      onSubmit={form.submit}
    >
      <ClockSetting clockStop={routing.clockStop} mayChange={choices.may.setClock} />
      {routings.length > 1 && (
        <SelectField
          label="Store"
          options={routings.map(({ store }) => ({ value: store, label: storeNames[store] }))}
          value={routing.store}
          onChange={({ target }) =>
            form.choose(routings.find(({ store }) => store === target.value) ?? chosen)
          }
        />
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
        onChange={(event) => form.set('limit', event.target.value)}
      />
      <HoursFields form={form} locked={locked} />
      <Checkbox
        label="Assign new leads by rotation"
        hint="When off, new leads stay unassigned until someone claims them."
        disabled={locked}
        checked={values.inTurn}
        onCheckedChange={(inTurn) => form.set('inTurn', inTurn)}
      />
      <Members routing={routing} form={form} choices={choices} />
      {form.question}
    </FormDialog>
  );
}
