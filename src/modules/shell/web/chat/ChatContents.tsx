import { ChatPanel } from '../../../chat/web/public.ts';
import { ResizeHandle, type ResizeHandleProps } from './ResizeHandle.tsx';

interface Props extends ResizeHandleProps {
  onClose: () => void;
}

/** What stands in the chat's place; fetched apart from the frame that makes room for it. */
export default function ChatContents({ onClose, ...handle }: Props) {
  return (
    <>
      <ResizeHandle {...handle} />
      <div className="h-full md:w-(--chat-width) md:max-w-full">
        <ChatPanel onClose={onClose} />
      </div>
    </>
  );
}
