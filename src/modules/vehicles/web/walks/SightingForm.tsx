import { ScanLine } from 'lucide-react';
import { type ComponentType, type SubmitEvent, Suspense, useRef, useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { SightingResult } from './useSightings.ts';

/** A camera that reads codes continuously. */
export type CodeReader = ComponentType<{ onCode: (text: string) => void }>;

interface Props {
  place: string;
  onPlaceChange: (place: string) => void;
  result: SightingResult | undefined;
  onSee: (code: string) => void;
  Camera: CodeReader | undefined;
}

/** Lot location and code; a hand scanner types into the code field. */
export function SightingForm({ place, onPlaceChange, result, onSee, Camera }: Props) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    field.current?.focus();
    if (!code.trim()) {
      setError('Scan or enter a stock number or VIN');
      return;
    }
    onSee(code.trim());
    setCode('');
  };
  return (
    <section aria-label="Record vehicle" className="flex flex-col gap-3">
      {Camera && (
        <Suspense>
          <Camera onCode={(text) => onSee(text.slice(0, 40))} />
        </Suspense>
      )}
      <form
        onSubmit={submit}
        noValidate
        className="grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-start gap-2"
      >
        <TextField
          label="Row or spot"
          maxLength={40}
          autoComplete="off"
          value={place}
          onChange={(event) => onPlaceChange(event.target.value)}
        />
        <TextField
          ref={field}
          label="Stock number or VIN"
          icon={ScanLine}
          maxLength={40}
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          inputClassName="font-mono"
          value={code}
          error={error}
          onChange={(event) => {
            setCode(event.target.value);
            setError(undefined);
          }}
        />
        <Button type="submit" variant="primary" className="mt-6">
          Seen
        </Button>
      </form>
      <div className="min-h-10">
        {result && (
          <Notice tone={result.tone} live>
            {result.text}
          </Notice>
        )}
      </div>
    </section>
  );
}
