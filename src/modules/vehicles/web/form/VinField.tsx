import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { checkVin, cleanVin, correctVin, vinLength } from '../../../vin/contract.ts';
import type { VehicleForm } from './useVehicleForm.ts';

interface Props {
  form: VehicleForm;
  onChange: (vin: string) => void;
}

/** The VIN with live validation and suggested corrections. */
export function VinField({ form, onChange }: Props) {
  const { values, errors, set } = form;
  const vin = cleanVin(values.vin);
  const { problem } = checkVin(vin);
  const corrected = values.vin ? correctVin(values.vin) : null;
  const asksReason = problem === 'check_digit' || Boolean(errors.vinReason);
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label="VIN"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        inputClassName="font-mono uppercase"
        hint={
          vin.length > 0 && vin.length < vinLength ? `${vin.length} of 17 characters` : undefined
        }
        value={values.vin}
        error={errors.vin}
        onChange={(event) => onChange(event.target.value)}
      />
      {corrected && (
        <Notice
          tone="warning"
          action={
            <Button size="sm" onClick={() => onChange(corrected)}>
              {`Use ${corrected}`}
            </Button>
          }
        >
          A VIN has no I, O or Q. With 1 and 0 instead, it’s valid.
        </Notice>
      )}
      {asksReason && !corrected && (
        <>
          <Notice tone="warning">
            The check digit doesn’t match. Check each character. Vehicles built for other markets
            may not have one.
          </Notice>
          <TextField
            label="Reason for accepting this VIN"
            required
            maxLength={200}
            value={values.vinReason}
            error={errors.vinReason}
            onChange={(event) => set('vinReason', event.target.value)}
          />
        </>
      )}
    </div>
  );
}
