import { ALargeSmall, Mic } from 'lucide-react';
import { memo, type RefObject, useRef } from 'react';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { AttachButton } from '../files/AttachButton.tsx';
import { toolClasses } from '../text/toolClasses.ts';
import { canRecord } from '../voice/recorder.ts';
import { EmojiButton } from './EmojiButton.tsx';
import { PlusMenu } from './PlusMenu.tsx';

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
