import { useId, useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { vinPattern } from '../../../vin/contract.ts';
import { correctionsOf, expectedCheckDigit } from '../../contract/vin.ts';
import { maxReasonLength } from '../../contract.ts';
import { vehicleOf } from '../describe.ts';
import { Value } from './Value.tsx';

interface Props {
  vin: string;
  onCorrect: (vin: string) => void;
  onOverride: (reason: string) => void;
  onText: () => void;
}

/** A VIN that contradicts itself: what it may have been meant as, and the way to insist. */
export function DoubtfulVin({ vin, onCorrect, onOverride, onText }: Props) {
  const corrections = correctionsOf(vin);
  const illegal = !vinPattern.test(vin);
  const wrong = illegal ? [...vin].flatMap((one, at) => (/[IOQ]/.test(one) ? [at] : [])) : [8];
  return (
    <>
      <p className="text-sm font-medium text-text">VIN to be checked</p>
      <p className="mt-1">
        <Value value={vin} marked={wrong} className="text-xl font-semibold" />
      </p>
      <Notice tone="warning" live className="mt-3">
        {illegal
          ? 'A VIN has no I, O or Q: they look too much like 1 and 0.'
          : `The check digit does not fit: position 9 is ${vin[8]}, by the others it would be ${expectedCheckDigit(vin)}. One character is probably misread.`}
      </Notice>
      {corrections.length > 0 && <Corrections corrections={corrections} onCorrect={onCorrect} />}
      <div className="mt-4 flex flex-wrap items-start gap-2">
        {!illegal && <Override onOverride={onOverride} />}
        <Button variant="ghost" onClick={onText}>
          It is not a VIN
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
        Did it say one of these?
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
    return <Button onClick={() => setOpen(true)}>Use it as it is</Button>;
  }
  return (
    <form
      noValidate
      className="flex basis-full flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim()) onOverride(reason.trim());
        else setError('Say why this VIN counts.');
      }}
    >
      <TextField
        className="w-full"
        label="Why does it count?"
        hint="Such as: imported, compared with the plate and the title. Kept in the activity log."
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
