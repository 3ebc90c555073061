import { ScanLine } from 'lucide-react';
import { type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { ScanSource } from '../../contract/kinds.ts';
import { createWedge, keyOf } from './wedge.ts';

interface Props {
  onRead: (text: string, source: ScanSource) => void;
}

/** Accepts codes from a hand scanner, the keyboard or the clipboard. */
export function ScanField({ onRead }: Props) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const feed = useRef(createWedge()).current;

  function take(read: string, source: ScanSource) {
    setText('');
    setError(undefined);
    if (read) onRead(read, source);
  }
  function onKeyDown(event: KeyboardEvent) {
    const scanned = feed(keyOf(event.nativeEvent));
    if (scanned === null) return;
    event.preventDefault();
    take(scanned, 'scanner');
  }
  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (text.trim()) take(text, 'typed');
    else setError('Enter or scan a code.');
  }

  return (
    <form onSubmit={submit} className="flex items-start gap-2">
      <TextField
        className="flex-1"
        label="VIN, stock number or any code"
        labelHidden
        placeholder="Scan, type or paste a code"
        icon={ScanLine}
        value={text}
        error={error}
        maxLength={5_000}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        inputClassName="font-mono placeholder:font-sans"
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit">Look up</Button>
    </form>
  );
}
