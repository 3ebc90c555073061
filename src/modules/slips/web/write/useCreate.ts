import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { createSlip } from '../../contract.ts';
import type { SlipErrors, SlipForm } from './form.ts';

interface Place {
  channelId: string;
  threadId: string | null;
}

interface Outcome {
  onCreated: () => void;
  /** Field errors. */
  onInvalid: (errors: SlipErrors) => void;
}

/** Posts a slip. Not a mutation: its cache would keep the text for minutes. */
export function useCreate(place: Place, { onCreated, onInvalid }: Outcome) {
  // One id for the form, so that a repeat on a bad connection posts one slip.
  const [clientMsgId] = useState(() => uuid());
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (form: SlipForm) => {
    setPending(true);
    setProblem(null);
    const body = {
      ...place,
      clientMsgId,
      label: form.label.trim(),
      content: form.content.trim(),
      recipientIds: form.recipientIds && [...form.recipientIds],
      expiresInSeconds: Number(form.expiresInSeconds),
      once: form.once,
    };
    try {
      await call(createSlip, { body });
      onCreated();
    } catch (error) {
      setPending(false);
      if (error instanceof ApiError && error.fields) onInvalid(error.fields);
      else setProblem(sentenceOf(error, 'Couldn’t send slip. Try again.'));
    }
  };
  return { isPending, problem, send };
}
