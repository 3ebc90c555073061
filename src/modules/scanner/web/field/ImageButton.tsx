import { ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';

interface Props {
  pending: boolean;
  onFile: (file: File) => void;
}

/** Chooses an image file; on a phone also takes a new one. */
export function ImageButton({ pending, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button pending={pending} pendingLabel="Scanning..." onClick={() => input.current?.click()}>
        <ImageUp aria-hidden="true" />
        Scan an image
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label="Barcode image"
        hidden
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen) onFile(chosen);
        }}
      />
    </>
  );
}
