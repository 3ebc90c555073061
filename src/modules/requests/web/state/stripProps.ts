import type { ChatMessage } from '../../../chat/contract.ts';
import type { RequestPart } from '../../contract.ts';

/** A request and its reader. */
export interface StripProps {
  request: RequestPart;
  target: { channelId: string; messageId: string };
  me: number;
  canModerate: boolean;
  /** False if it is read-only. */
  open: boolean;
  /** The history is shown on the same page. */
  hasHistory?: boolean;
  /** Shows the changed message that a call returned. */
  take: (message: ChatMessage) => void;
  className?: string;
}

/** A dialog that changes a request. */
export interface RequestDialogProps extends Pick<StripProps, 'request' | 'target' | 'take'> {
  onClose: () => void;
}
