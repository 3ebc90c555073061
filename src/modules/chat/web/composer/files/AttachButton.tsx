import { Paperclip } from 'lucide-react';
import type { RefObject } from 'react';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { toolClasses } from '../text/toolClasses.ts';

interface Props {
  box: RefObject<HTMLTextAreaElement | null>;
  picker: RefObject<HTMLInputElement | null>;
  disabled: boolean;
  onFiles: (files: File[]) => void;
}

/** Opens the system's own file picker. */
export function AttachButton({ box, picker, disabled, onFiles }: Props) {
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Lets the same file be chosen again.
          target.value = '';
          // The user types the accompanying text next.
          box.current?.focus({ preventScroll: true });
        }}
      />
      <IconButton
        label="Attach files"
        icon={Paperclip}
        disabled={disabled}
        className={toolClasses}
        onClick={() => picker.current?.click()}
      />
    </>
  );
}
