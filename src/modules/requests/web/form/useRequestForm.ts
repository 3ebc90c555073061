import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChatMessage } from '../../../chat/contract.ts';
import { refetchRequests } from '../state/counts.ts';
import { blankForm, dueAtOf, dueProblem, type RequestForm } from './form.ts';

export interface RequestDraft {
  kind: RequestForm['kind'];
  ownerId: number | null;
  dueAt: string | null;
}

interface Options {
  initial?: Partial<RequestForm>;
  send: (draft: RequestDraft) => Promise<ChatMessage>;
  onSent: (message: ChatMessage) => void;
}

/** The form state of a request, until it is submitted. */
export function useRequestForm({ initial, send, onSent }: Options) {
  const client = useQueryClient();
  const [form, setForm] = useState<RequestForm>(() => ({ ...blankForm(new Date()), ...initial }));
  const [dueError, setDueError] = useState('');
  // A retry without a reply sends the same due time, so that it is the same request.
  const [sent, setSent] = useState<RequestDraft | null>(null);
  const sending = useMutation({
    mutationFn: send,
    onSuccess(message) {
      refetchRequests(client);
      onSent(message);
    },
  });
  return {
    form,
    dueError,
    sending,
    change(part: Partial<RequestForm>) {
      setForm({ ...form, ...part });
      setDueError('');
      setSent(null);
    },
    submit(formId: string) {
      const now = new Date();
      const problem = dueProblem(form, now);
      setDueError(problem);
      if (problem) return document.getElementById(`${formId}-date`)?.focus();
      const dueAt = dueAtOf(form, now) ?? null;
      const draft = sent ?? { kind: form.kind, ownerId: form.ownerId, dueAt };
      setSent(draft);
      sending.mutate(draft);
    },
  };
}
