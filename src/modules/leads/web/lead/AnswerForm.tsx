import { clsx } from 'clsx';
import { useRef, useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { useRecordChange } from '../../../../platform/web/records/useRecordChange.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { answers, type LeadPage } from '../../contract/lead.ts';
import { answerLead, getLead } from '../../contract.ts';
import { type How, howNames, type Outcome, outcomeNames } from '../state/labels.ts';
import { queries } from '../state/useLeads.ts';

const outcomesOf: Record<How, readonly [Outcome, ...Outcome[]]> = {
  call: ['reached', 'left_message', 'no_answer'],
  text: ['sent', 'reached'],
  email: ['sent', 'reached'],
  visit: ['reached', 'no_answer'],
};

interface Props {
  lead: LeadPage;
  /** Kept by the sheet, which asks before it discards it. */
  note: string;
  setNote: (note: string) => void;
}

/** Logs an attempt or a contact: method, outcome and note. */
export function AnswerForm({ lead, note, setNote }: Props) {
  const [how, setHow] = useState<How>('call');
  const [outcome, setOutcome] = useState<Outcome>('reached');
  const { mutate, isPending } = useAnswer(lead, () => setNote(''));
  const changeHow = (next: How) => {
    setHow(next);
    setOutcome(outcomesOf[next][0]);
  };
  return (
    <form
      aria-label="Log response"
      className="flex flex-col gap-3 rounded-md bg-sunken p-3"
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
  const clientId = useRef(crypto.randomUUID());
  const params = { leadId: id };
  return useRecordChange({
    save: (response: { how: How; outcome: Outcome; note: string }) =>
      call(answerLead, { params, body: { clientId: clientId.current, ...response } }),
    recordKey: queryKeyFor(getLead, { params }),
    queries,
    failure: 'Couldn’t log the response',
    onSaved: () => {
      clientId.current = crypto.randomUUID();
      onDone();
    },
  });
}

interface PressedProps<V extends string> {
  label: string;
  options: readonly V[];
  names: Record<V, string>;
  value: V;
  onChange: (value: V) => void;
}

/** Single choice as a row of toggle buttons. */
function Pressed<V extends string>({ label, options, names, value, onChange }: PressedProps<V>) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="pb-1.5 text-sm font-medium text-text">{label}</legend>
      <span className="flex flex-wrap gap-1.5">
        {options.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === value}
            onClick={() => onChange(one)}
            className={clsx(
              'h-7 rounded-md border px-2.5 text-sm font-medium transition-colors touch:h-10',
              one === value
                ? 'border-accent bg-accent-surface text-accent-strong'
                : 'border-line bg-surface text-text hover:bg-hover',
            )}
          >
            {names[one]}
          </button>
        ))}
      </span>
    </fieldset>
  );
}
