import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChatMessage } from '../../../chat/contract.ts';
import { askAgain } from '../live/counts.ts';
import { blankForm, dueAtOf, dueProblem, type RequestForm } from './form.ts';

export interface RequestDraft {
  kind: RequestForm['kind'];
  ownerId: number | null;
  dueAt: string | null;
}

interface Options {
  begin?: Partial<RequestForm>;
  send: (asked: RequestDraft) => Promise<ChatMessage>;
  onSent: (message: ChatMessage) => void;
}

/** A request that is being filled in, until the server has it. */
export function useAsking({ begin, send, onSent }: Options) {
  const client = useQueryClient();
  const [form, setForm] = useState<RequestForm>(() => ({ ...blankForm(new Date()), ...begin }));
  const [dueError, setDueError] = useState('');
  // A try that got no answer is repeated with the same time, so that it is the same request.
  const [sent, setSent] = useState<RequestDraft | null>(null);
  const sending = useMutation({
    mutationFn: send,
    onSuccess(message) {
      askAgain(client);
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
      const asked = sent ?? { kind: form.kind, ownerId: form.ownerId, dueAt };
      setSent(asked);
      sending.mutate(asked);
    },
  };
}
