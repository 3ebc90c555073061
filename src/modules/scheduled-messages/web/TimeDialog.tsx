import { useId, useState } from 'react';
import { fromInputs, toInputs } from '../../../platform/web/time/inputs.ts';
import { zonePlace } from '../../../platform/web/time/zoneLabels.ts';
import { FormDialog } from '../../../platform/web/ui/FormDialog.tsx';
import { Notice } from '../../../platform/web/ui/Notice.tsx';
import { TextField } from '../../../platform/web/ui/TextField.tsx';
import { suggestedTimes } from './times.ts';

interface Props {
  title: string;
  /** The submit button's label. */
  action: string;
  /** The current time. */
  at?: Date | undefined;
  pending?: boolean | undefined;
  /** The error of the last attempt. */
  problem?: string | undefined;
  onChosen: (at: Date) => void;
  onClose: () => void;
}

const yearMs = 365 * 24 * 60 * 60_000;

/** Chooses a date and a time with native inputs. */
export default function TimeDialog(props: Props) {
  const { title, action, at, pending, problem, onChosen, onClose } = props;
  const now = new Date();
  const [form, setForm] = useState(() => toInputs(at ?? suggestedTimes(now)[0]?.at ?? now));
  const [error, setError] = useState('');
  const formId = useId();
  const submit = () => {
    const chosen = fromInputs(form.date, form.time);
    const timeError = problemOf(chosen);
    setError(timeError);
    if (timeError || !chosen) document.getElementById(`${formId}-date`)?.focus();
    else onChosen(chosen);
  };
  return (
    <FormDialog
      size="sm"
      title={title}
      description={`Times are in ${zonePlace(now)}.`}
      verb={action}
      pending={pending}
      formClassName="flex flex-wrap items-start gap-3"
      onClose={onClose}
      onSubmit={submit}
    >
      {problem && (
        <Notice tone="danger" live className="basis-full">
          {problem}
        </Notice>
      )}
      <TextField
        id={`${formId}-date`}
        type="date"
        label="Date"
        required
        min={toInputs(now).date}
        value={form.date}
        error={error || undefined}
        className="min-w-36 flex-1"
        onChange={({ target }) => setForm({ ...form, date: target.value })}
      />
      <TextField
        type="time"
        label="Time"
        required
        value={form.time}
        className="min-w-28 flex-1"
        onChange={({ target }) => setForm({ ...form, time: target.value })}
      />
    </FormDialog>
  );
}

function problemOf(chosen: Date | null): string {
  if (!chosen) return 'Choose a date and time.';
  const ahead = chosen.getTime() - Date.now();
  if (ahead <= 0) return 'Choose a time in the future.';
  return ahead > yearMs ? 'Choose a time within the next year.' : '';
}
