import { ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';

interface Props {
  pending: boolean;
  onPicture: (file: File) => void;
}

/** A picture from the disk; on a phone also a new one. */
export function PictureButton({ pending, onPicture }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button pending={pending} pendingLabel="Reading..." onClick={() => input.current?.click()}>
        <ImageUp aria-hidden="true" />
        Read a picture
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label="Picture of a code"
        hidden
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen) onPicture(chosen);
        }}
      />
    </>
  );
}
