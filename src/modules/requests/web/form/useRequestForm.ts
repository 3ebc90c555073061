import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { changedFields } from '../../../../platform/web/forms/changes.ts';
import {
  checkedBy,
  type Errors,
  useNewForm,
} from '../../../../platform/web/forms/useRecordForm.ts';
import type { ChatMessage } from '../../../chat/contract.ts';
import { refetchRequests } from '../state/counts.ts';
import { blankForm, dueAtOf, dueProblem, type RequestValues } from './form.ts';

export interface RequestDraft {
  kind: RequestValues['kind'];
  ownerId: number | null;
  dueAt: string | null;
}

interface Options {
  initial?: Partial<RequestValues>;
  needsContent?: boolean;
  send: (draft: RequestDraft, content: string) => Promise<ChatMessage>;
  onSent: (message: ChatMessage) => void;
}

/** The form of a request. */
export function useRequestForm({ initial, needsContent = false, send, onSent }: Options) {
  const client = useQueryClient();
  // A retry without a reply sends the same due time, so that it is the same request.
  const sent = useRef<{ values: RequestValues; draft: RequestDraft }>(undefined);
  return useNewForm<RequestValues, ChatMessage>({
    noun: 'request',
    emptyValues: () => ({ ...blankForm(new Date()), ...initial }),
    resolver: checkedBy((values) => checkValues(values, needsContent)),
    save(values) {
      if (!sent.current || changedFields(sent.current.values, values).length > 0) {
        const { kind, ownerId } = values;
        const dueAt = dueAtOf(values, new Date()) ?? null;
        sent.current = { values, draft: { kind, ownerId, dueAt } };
      }
      return send(sent.current.draft, values.content.trim());
    },
    onSaved(message) {
      refetchRequests(client);
      onSent(message);
    },
  });
}

function checkValues(values: RequestValues, needsContent: boolean): Errors {
  const problem = dueProblem(values, new Date());
  return {
    ...(needsContent && values.content.trim() === '' && { content: 'Enter what you need.' }),
    ...(problem && { date: problem }),
  };
}
