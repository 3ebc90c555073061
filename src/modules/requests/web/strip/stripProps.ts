import type { ChatMessage } from '../../../chat/contract.ts';
import type { RequestPart } from '../../contract.ts';

/** A request, and who looks at it. */
export interface StripProps {
  request: RequestPart;
  target: { channelId: string; messageId: string };
  me: number;
  canModerate: boolean;
  /** False where it can only be looked at. */
  open: boolean;
  /** Its story stands below already. */
  toldHere?: boolean;
  /** Shows what a call about the request answered. */
  take: (message: ChatMessage) => void;
  className?: string;
}
