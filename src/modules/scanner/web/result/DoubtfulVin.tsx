import { useId, useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { vinPattern } from '../../../vin/contract.ts';
import { correctionsOf, expectedCheckDigit } from '../../contract/vin.ts';
import { maxReasonLength } from '../../contract.ts';
import { vehicleOf } from '../state/describe.ts';
import { Value } from './Value.tsx';

interface Props {
  vin: string;
  onCorrect: (vin: string) => void;
  onOverride: (reason: string) => void;
  onText: () => void;
}

/** A VIN with an invalid check digit: suggests corrections or accepts it with a reason. */
export function DoubtfulVin({ vin, onCorrect, onOverride, onText }: Props) {
  const corrections = correctionsOf(vin);
  const illegal = !vinPattern.test(vin);
  const marked = illegal
    ? [...vin].flatMap((character, at) => (/[IOQ]/.test(character) ? [at] : []))
    : [8];
  return (
    <>
      <p className="text-sm font-medium text-text">Check this VIN</p>
      <p className="mt-1">
        <Value value={vin} marked={marked} className="text-xl font-semibold" />
      </p>
      <Notice tone="warning" live className="mt-3">
        {illegal
          ? 'A VIN can’t contain I, O or Q, because they look like 1 and 0.'
          : `Invalid check digit: position 9 is ${vin[8]} but should be ${expectedCheckDigit(vin)}. One character is probably misread.`}
      </Notice>
      {corrections.length > 0 && <Corrections corrections={corrections} onCorrect={onCorrect} />}
      <div className="mt-4 flex flex-wrap items-start gap-2">
        {!illegal && <Override onOverride={onOverride} />}
        <Button variant="ghost" onClick={onText}>
          Not a VIN
        </Button>
      </div>
    </>
  );
}

interface CorrectionsProps {
  corrections: ReturnType<typeof correctionsOf>;
  onCorrect: (vin: string) => void;
}

function Corrections({ corrections, onCorrect }: CorrectionsProps) {
  const id = useId();
  return (
    <>
      <h5 id={id} className="mt-4 text-sm font-medium text-text">
        Did you mean one of these?
      </h5>
      <ul aria-labelledby={id} className="mt-1 divide-y divide-border">
        {corrections.map(({ vin, changed }) => (
          <li key={vin}>
            <button
              type="button"
              onClick={() => onCorrect(vin)}
              className="flex min-h-11 w-full cursor-default flex-wrap items-center gap-x-3 rounded-md px-2 py-1.5 text-left hover:bg-hover"
            >
              <Value value={vin} marked={changed} className="text-base" />
              <span className="text-sm text-muted">{vehicleOf(vin)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Override({ onOverride }: { onOverride: (reason: string) => void }) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  if (!open) {
    return <Button onClick={() => setOpen(true)}>Use anyway</Button>;
  }
  return (
    <form
      noValidate
      className="flex basis-full flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim()) onOverride(reason.trim());
        else setError('Enter a reason for accepting this VIN.');
      }}
    >
      <TextField
        className="w-full"
        label="Reason for accepting this VIN"
        hint="For example: imported, matches the plate and title. Recorded in the activity log."
        required
        autoFocus
        maxLength={maxReasonLength}
        value={reason}
        error={error}
        onChange={(event) => {
          setReason(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="primary">
        Use this VIN
      </Button>
    </form>
  );
}
