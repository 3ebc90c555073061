import type { RefObject } from 'react';
import { useChat } from '../../panel/chatContext.ts';
import { UrgentReason } from './UrgentReason.tsx';

interface Props {
  box: RefObject<HTMLTextAreaElement | null>;
  draftKey: string;
  reason: string | null;
}

/** That the message being written will not wait for anybody's quiet. */
export function UrgentLine({ box, draftKey, reason }: Props) {
  const { drafts } = useChat().session;
  if (reason === null) return null;
  const change = (next: string | null) => {
    drafts.setUrgent(draftKey, next);
    if (next === null) box.current?.focus();
  };
  return (
    <div className="border-b border-border py-0.5 pr-1 pl-3">
      <UrgentReason reason={reason} onChange={change} />
    </div>
  );
}
