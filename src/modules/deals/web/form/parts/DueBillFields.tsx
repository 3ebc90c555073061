import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { dueBillsAtMost } from '../../../contract/facts.ts';
import type { DealForm } from '../useDealForm.ts';
import { emptyDueBill } from '../values.ts';
import { FormPart } from './FormPart.tsx';

/** What is promised to the buyer beyond the car itself. */
export function DueBillFields({ form }: { form: DealForm }) {
  const { dueBills } = form.values;
  return (
    <FormPart name="We owe">
      {dueBills.map(({ key, what }, at) => (
        <div key={key} className="flex items-start gap-2">
          <TextField
            label={`Promise ${at + 1}`}
            labelHidden
            className="flex-1"
            placeholder="A second key, floor mats, a tank of gas"
            autoComplete="off"
            maxLength={200}
            value={what}
            error={form.errors[`dueBills.${at}.what`]}
            onChange={(event) => form.setDueBill(at, { what: event.target.value })}
          />
          <IconButton
            icon={Trash2}
            label={`Remove promise ${at + 1}`}
            onClick={() => form.change({ dueBills: dueBills.toSpliced(at, 1) })}
          />
        </div>
      ))}
      <Button
        className="self-start"
        disabled={dueBills.length >= dueBillsAtMost}
        onClick={() => form.change({ dueBills: [...dueBills, emptyDueBill()] })}
      >
        <Plus aria-hidden="true" />
        Add a promise
      </Button>
    </FormPart>
  );
}
