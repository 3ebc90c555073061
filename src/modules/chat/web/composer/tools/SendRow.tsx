import { SendHorizontal } from 'lucide-react';
import { memo, type RefObject } from 'react';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { SendLaterMenu } from '../later/SendLaterMenu.tsx';

interface Props {
  channelId: string;
  threadId: string | null;
  box: RefObject<HTMLTextAreaElement | null>;
  /** The draft can be sent. */
  isReady: boolean;
  disabled: boolean;
  onSend: () => void;
}

export const SendRow = memo(function SendRow(props: Props) {
  const { channelId, threadId, box, isReady, disabled, onSend } = props;
  return (
    <div className="flex shrink-0 items-center">
      <IconButton
        label="Send message"
        icon={SendHorizontal}
        variant={isReady ? 'primary' : 'ghost'}
        disabled={disabled}
        onClick={onSend}
        className="h-8! touch:h-11!"
      />
      <SendLaterMenu
        channelId={channelId}
        threadId={threadId}
        disabled={!isReady}
        onScheduled={() => box.current?.focus()}
      />
    </div>
  );
});
