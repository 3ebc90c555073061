import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { extendNotice, type NoticePart } from '../../contract.ts';
import { DueFields } from '../post/DueFields.tsx';
import { checkDue, type DueChoice, dueOf } from '../post/form.ts';
import { useSetNoticeState } from '../state/noticeState.ts';
import { formatTime } from '../state/times.ts';

interface Props {
  notice: NoticePart;
  onClose: () => void;
}

/** Extends the due time of a notice. */
export function ExtendDialog({ notice, onClose }: Props) {
  const id = notice.noticeId;
  const formId = useId();
  const [due, setDue] = useState<{ due: DueChoice; time: string }>({ due: 'day', time: '' });
  const [error, setError] = useState<string>();
  const setState = useSetNoticeState(id);
  const extend = useMutation({
    mutationFn: (dueAt: string) => call(extendNotice, { params: { id }, body: { dueAt } }),
    onSuccess(state) {
      setState(state);
      onClose();
    },
    onError: (failure) => setError(sentenceOf(failure)),
  });
  const submit = () => {
    const now = new Date();
    const at = dueOf(due, now);
    const problem = checkDue(due, now) ?? (at && tooSoon(at, notice));
    setError(problem || undefined);
    if (!problem && at) extend.mutate(at.toISOString());
  };
  return (
    <FormDialog
      size="sm"
      title="Extend due time"
      description={`Currently due ${formatTime(notice.dueAt, new Date())}.`}
      verb="Extend"
      pending={extend.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <DueFields
        id={`${formId}-time`}
        label="Due"
        {...due}
        error={error}
        onChange={(part) => {
          setDue({ ...due, ...part });
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}

const tooSoon = (at: Date, { dueAt }: NoticePart) =>
  at <= new Date(dueAt) ? 'Choose a time after the current due time' : undefined;
