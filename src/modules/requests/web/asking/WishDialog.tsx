import type { ReactNode } from 'react';
import type { ChatMessage } from '../../../chat/contract.ts';
import { AskDialog, ownerProblem } from './AskDialog.tsx';
import { OwnerField } from './fields/OwnerField.tsx';
import { WishFields } from './fields/WishFields.tsx';
import { type RequestDraft, useAsking } from './useAsking.ts';

interface Props {
  channelId: string;
  title: string;
  description?: string;
  /** The verb. */
  action: string;
  dismissable?: boolean;
  /** False where what stands before the fields is not as it must be; it says so itself. */
  isReady?: (formId: string) => boolean;
  send: (asked: RequestDraft) => Promise<ChatMessage>;
  onSent: (message: ChatMessage) => void;
  onClose: () => void;
  /** What it is about. */
  children: (formId: string) => ReactNode;
}

/** What is asked for, by when and of whom. */
export function WishDialog({ channelId, isReady, send, onSent, children, ...dialog }: Props) {
  const { form, dueError, sending, change, submit } = useAsking({ send, onSent });
  return (
    <AskDialog
      {...dialog}
      pending={sending.isPending}
      error={sending.error}
      onSubmit={(formId) => {
        if (isReady?.(formId) !== false) submit(formId);
      }}
    >
      {(formId) => (
        <>
          {children(formId)}
          <WishFields formId={formId} form={form} error={dueError} onChange={change} />
          <OwnerField
            channelId={channelId}
            ownerId={form.ownerId}
            error={ownerProblem(sending.error)}
            onChange={(ownerId) => change({ ownerId })}
          />
        </>
      )}
    </AskDialog>
  );
}
