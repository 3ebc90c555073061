import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { type encodings, importMaxBytes, importMaxRows } from '../../contract.ts';
import type { Chosen } from './useImport.ts';

type Encoding = (typeof encodings)[number];
const encodingOptions: { value: Encoding; label: string }[] = [
  { value: 'auto', label: 'Automatic' },
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1252', label: 'Windows (Western)' },
  { value: 'utf-16le', label: 'UTF-16, little endian' },
  { value: 'utf-16be', label: 'UTF-16, big endian' },
];

const megabytes = importMaxBytes / 1024 / 1024;

interface Props {
  stores: readonly Store[];
  onStart: (chosen: Chosen) => void;
  isPending: boolean;
}

/** Chooses the store and the file. */
export function FileStep({ stores, onStart, isPending }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [store, setStore] = useState<Store | undefined>(stores[0]);
  const [encoding, setEncoding] = useState<Encoding>('auto');
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Store"
          options={stores.map((one) => ({ value: one, label: storeNames[one] }))}
          value={store ?? ''}
          onChange={(event) => setStore(event.target.value as Store)}
        />
        <SelectField
          label="Encoding"
          hint="Choose one if accented letters look wrong."
          options={encodingOptions}
          value={encoding}
          onChange={(event) => setEncoding(event.target.value as Encoding)}
        />
      </div>
      <div>
        <Button
          variant="primary"
          pending={isPending}
          disabled={!store}
          onClick={() => input.current?.click()}
        >
          <FileUp aria-hidden="true" />
          Choose a file
        </Button>
        <p className="pt-2 text-sm text-muted">
          {`At most ${megabytes} MB and ${importMaxRows.toLocaleString('en-US')} rows, with column headings in the first row.`}
        </p>
        <input
          ref={input}
          type="file"
          accept=".csv,text/csv,text/plain"
          aria-label="CSV file"
          hidden
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file && store) onStart({ file, store, encoding });
            event.target.value = '';
          }}
        />
      </div>
    </>
  );
}
