import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { dueBillsAtMost } from '../../../contract/facts.ts';
import type { DealForm } from '../useDealForm.ts';
import { emptyDueBill } from '../values.ts';
import { FormPart } from './FormPart.tsx';

/** What is promised to the buyer beyond the vehicle. */
export function DueBillFields({ form }: { form: DealForm }) {
  const { dueBills } = form.values;
  return (
    <FormPart name="Due bills">
      {dueBills.map(({ key, what }, at) => (
        <div key={key} className="flex items-start gap-2">
          <TextField
            label={`Due bill ${at + 1}`}
            labelHidden
            className="flex-1"
            placeholder="Second key, floor mats, full tank"
            autoComplete="off"
            maxLength={200}
            value={what}
            error={form.errors[`dueBills.${at}.what`]}
            onChange={(event) => form.setDueBill(at, { what: event.target.value })}
          />
          <IconButton
            icon={Trash2}
            label={`Remove due bill ${at + 1}`}
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
        Add due bill
      </Button>
    </FormPart>
  );
}
