import { ALargeSmall, Mic, Paperclip, Smile } from 'lucide-react';
import { memo, type RefObject, useRef, useState } from 'react';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import {
  Popover,
  PopoverContent,
  PopoverTrigger,
} from '../../../../../platform/web/ui/Popover.tsx';
import { EmojiPicker } from '../../parts/emoji/EmojiPicker.tsx';
import { insertText } from '../../parts/messageBox/changeText.ts';
import { canRecord } from '../voice/recorder.ts';
import { PlusMenu } from './PlusMenu.tsx';
import { toolClasses } from './toolClasses.ts';
import { useBackToBox } from './useBackToBox.ts';

interface Props {
  box: RefObject<HTMLTextAreaElement | null>;
  channelId: string;
  draftKey: string;
  name: string;
  canPoll: boolean;
  disabled: boolean;
  formatting: boolean;
  isRecording: boolean;
  onFormatting: (shown: boolean) => void;
  onFiles: (files: File[]) => void;
  onRecord: () => void;
}

/** The composer's toolbar; memoized, so that keystrokes do not render it. */
export const Tools = memo(function Tools(props: Props) {
  const { box, disabled, formatting } = props;
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div role="toolbar" aria-label="Add to the message" className="flex min-w-0 items-center">
      <PlusMenu
        box={box}
        picker={picker}
        channelId={props.channelId}
        draftKey={props.draftKey}
        name={props.name}
        canPoll={props.canPoll}
        disabled={disabled}
      />
      <AttachButton box={box} picker={picker} disabled={disabled} onFiles={props.onFiles} />
      <EmojiButton box={box} disabled={disabled} />
      <IconButton
        label={formatting ? 'Hide formatting' : 'Show formatting'}
        icon={ALargeSmall}
        aria-expanded={formatting}
        disabled={disabled}
        className={toolClasses}
        onClick={() => props.onFormatting(!formatting)}
      />
      {canRecord() && (
        <IconButton
          label="Record a voice note"
          icon={Mic}
          disabled={disabled || props.isRecording}
          className={toolClasses}
          onClick={props.onRecord}
        />
      )}
    </div>
  );
});

interface AttachProps {
  box: RefObject<HTMLTextAreaElement | null>;
  picker: RefObject<HTMLInputElement | null>;
  disabled: boolean;
  onFiles: (files: File[]) => void;
}

/** Opens the system's own file picker. */
function AttachButton({ box, picker, disabled, onFiles }: AttachProps) {
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

interface EmojiProps {
  box: RefObject<HTMLTextAreaElement | null>;
  disabled: boolean;
}

function EmojiButton({ box, disabled }: EmojiProps) {
  const [open, setOpen] = useState(false);
  const back = useBackToBox(box);
  const pick = (emoji: string) => {
    setOpen(false);
    back.expect();
    if (box.current) insertText(box.current, emoji);
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild onFocus={back.onFocus}>
        <IconButton label="Emoji" icon={Smile} disabled={disabled} className={toolClasses} />
      </PopoverTrigger>
      <PopoverContent align="start" side="top" label="Emoji">
        <EmojiPicker onPick={pick} />
      </PopoverContent>
    </Popover>
  );
}
