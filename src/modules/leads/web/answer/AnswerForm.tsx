import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useRef, useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { answers, type LeadPage } from '../../contract/lead.ts';
import { answerLead, getLead } from '../../contract.ts';
import { type How, howNames, type Outcome, outcomeNames, toastFailure } from '../labels.ts';
import { refreshLeads } from '../useLeads.ts';
import { Pressed } from './Pressed.tsx';

const outcomesOf: Record<How, readonly [Outcome, ...Outcome[]]> = {
  call: ['reached', 'left_message', 'no_answer'],
  text: ['sent', 'reached'],
  email: ['sent', 'reached'],
  visit: ['reached', 'no_answer'],
};

/** Logs a response: contact method, outcome and note. The first one stops the clock. */
export function AnswerForm({ lead }: { lead: LeadPage }) {
  const [how, setHow] = useState<How>('call');
  const [outcome, setOutcome] = useState<Outcome>('reached');
  const [note, setNote] = useState('');
  const { mutate, isPending } = useAnswer(lead, () => setNote(''));
  const changeHow = (next: How) => {
    setHow(next);
    setOutcome(outcomesOf[next][0]);
  };
  return (
    <form
      aria-label="Log response"
      className={clsx('flex flex-col gap-3 rounded-md bg-sunken p-3')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) mutate({ how, outcome, note: note.trim() });
      }}
    >
      <Pressed
        label="Contact method"
        options={answers}
        names={howNames}
        value={how}
        onChange={changeHow}
      />
      <Pressed
        label="Outcome"
        options={outcomesOf[how]}
        names={outcomeNames}
        value={outcome}
        onChange={setOutcome}
      />
      <TextArea
        label="Note"
        rows={1}
        maxLength={2_000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button
        type="submit"
        variant={lead.answeredAt === null ? 'primary' : 'secondary'}
        className="self-start"
        pending={isPending}
      >
        Log
      </Button>
    </form>
  );
}

/** Sends a response; a retry does not log it twice. */
function useAnswer({ id }: LeadPage, onDone: () => void) {
  const client = useQueryClient();
  const clientId = useRef(crypto.randomUUID());
  return useMutation({
    mutationFn: (response: { how: How; outcome: Outcome; note: string }) =>
      call(answerLead, {
        params: { leadId: id },
        body: { clientId: clientId.current, ...response },
      }),
    onSuccess: (saved) => {
      clientId.current = crypto.randomUUID();
      client.setQueryData(queryKeyFor(getLead, { params: { leadId: id } }), saved);
      onDone();
    },
    onError: (error) => toastFailure(error, "Couldn't log the response"),
    onSettled: () => refreshLeads(client),
  });
}
