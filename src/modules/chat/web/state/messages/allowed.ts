import type { Channel } from '../../../contract/channels.ts';
import type { ChatMessage } from '../../../contract.ts';

export interface Allowed {
  /** React, reply, pin: anything that changes the message or its thread. */
  change: boolean;
  edit: boolean;
  remove: boolean;
  forward: boolean;
  copyText: boolean;
}

/** What the user may do with a message; a direct channel not yet listed is open to its two people. */
export function allowedWith(
  message: ChatMessage,
  channel: Channel | undefined,
  me: number,
): Allowed {
  const alive = message.deletedAt === null;
  const open = alive && channel?.archivedAt == null && message.messageType !== 'system';
  const mine = message.senderId === me;
  return {
    change: open,
    edit: open && mine && message.messageType === 'text',
    remove: open && (mine || channel?.can.moderate === true),
    forward: alive && message.messageType === 'text',
    copyText: alive && message.content !== '',
  };
}
