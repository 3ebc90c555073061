import type { ReactNode } from 'react';
import type { ChatMessage } from '../../../chat/contract.ts';
import { OwnerField } from './fields/OwnerField.tsx';
import { RequestFields } from './fields/RequestFields.tsx';
import { ownerProblem, RequestDialog } from './RequestDialog.tsx';
import { type RequestDraft, useRequestForm } from './useRequestForm.ts';

interface Props {
  channelId: string;
  title: string;
  description?: string;
  /** The label of the submit button. */
  action: string;
  dismissable?: boolean;
  /** Validates `children`, which show their own errors. */
  isReady?: (formId: string) => boolean;
  send: (draft: RequestDraft) => Promise<ChatMessage>;
  onSent: (message: ChatMessage) => void;
  onClose: () => void;
  /** What the request is about. */
  children: (formId: string) => ReactNode;
}

/** A dialog for type, due time and assignee of a request. */
export function RequestFormDialog({
  channelId,
  isReady,
  send,
  onSent,
  children,
  ...dialog
}: Props) {
  const { form, dueError, sending, change, submit } = useRequestForm({ send, onSent });
  return (
    <RequestDialog
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
          <RequestFields formId={formId} form={form} error={dueError} onChange={change} />
          <OwnerField
            channelId={channelId}
            ownerId={form.ownerId}
            error={ownerProblem(sending.error)}
            onChange={(ownerId) => change({ ownerId })}
          />
        </>
      )}
    </RequestDialog>
  );
}
