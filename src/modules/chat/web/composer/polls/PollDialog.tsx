import { useMutation } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { sentenceOf } from '../../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Checkbox } from '../../../../../platform/web/ui/Checkbox.tsx';
import { FormDialog } from '../../../../../platform/web/ui/FormDialog.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { Notice } from '../../../../../platform/web/ui/Notice.tsx';
import { TextArea } from '../../../../../platform/web/ui/TextArea.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { needsConfirmation } from '../../../../data-guard/web/public.ts';
import { createPoll } from '../../../contract/changes.ts';
import { urgentBy } from '../../parts/urgent/reason.ts';
import { UrgentField } from '../../parts/urgent/UrgentField.tsx';
import { useChat } from '../../state/chatContext.ts';
import {
  blankPoll,
  checkPoll,
  fewestOptions,
  filledOptions,
  mostOptions,
  optionMaxLength,
  type PollErrors,
  type PollForm,
} from './pollForm.ts';

interface Props {
  channelId: string;
  name: string;
  open: boolean;
  onClose: () => void;
}

/** Creates a poll in a channel. */
export default function PollDialog({ channelId, name, open, onClose }: Props) {
  const [form, setForm] = useState<PollForm>(blankPoll);
  const [errors, setErrors] = useState<PollErrors>({});
  // Reused on retries, so that only one poll is created.
  const [clientMsgId, setClientMsgId] = useState(() => uuid());
  const formId = useId();
  const create = useCreate(channelId, () => {
    setForm(blankPoll());
    setClientMsgId(uuid());
    onClose();
  });
  const submit = () => {
    const invalid = checkPoll(form);
    setErrors(invalid);
    const field = invalid.question
      ? 'question'
      : invalid.option
        ? `option-${invalid.option.index}`
        : invalid.urgent && 'urgent';
    if (field) document.getElementById(`${formId}-${field}`)?.focus();
    else create.mutate({ ...form, clientMsgId });
  };
  const change = (part: Partial<PollForm>) => {
    setForm({ ...form, ...part });
    setErrors({});
  };

  return (
    <FormDialog
      open={open}
      title="Create poll"
      description={`Everyone in ${name} can vote and see who voted for what.`}
      dismissable={form.question === '' && filledOptions(form).length === 0}
      verb="Create poll"
      pending={create.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      {create.isError && (
        <Notice
          tone={needsConfirmation(create.error) ? 'warning' : 'danger'}
          live
          action={
            needsConfirmation(create.error) && (
              <Button
                size="sm"
                onClick={() => create.mutate({ ...form, clientMsgId, acceptsSensitive: true })}
              >
                Create anyway
              </Button>
            )
          }
        >
          {sentenceOf(create.error, 'Couldn’t create poll. Try again.')}
        </Notice>
      )}
      <TextArea
        id={`${formId}-question`}
        label="Question"
        required
        rows={2}
        maxLength={1_000}
        value={form.question}
        error={errors.question}
        onChange={(event) => change({ question: event.target.value })}
      />
      <PollOptions formId={formId} form={form} error={errors.option} onChange={change} />
      <Checkbox
        label="Allow multiple answers"
        checked={form.multiple}
        onCheckedChange={(multiple) => change({ multiple })}
      />
      <UrgentField
        id={`${formId}-urgent`}
        reason={form.urgent}
        error={errors.urgent}
        onChange={(urgent) => change({ urgent })}
      />
    </FormDialog>
  );
}

type NewPoll = PollForm & { clientMsgId: string; acceptsSensitive?: boolean };

function useCreate(channelId: string, onCreated: () => void) {
  const { session } = useChat();
  return useMutation({
    mutationFn: ({ clientMsgId, acceptsSensitive = false, ...form }: NewPoll) => {
      const body = {
        clientMsgId,
        acceptsSensitive,
        question: form.question.trim(),
        options: filledOptions(form),
        multiple: form.multiple,
        urgent: urgentBy(form.urgent),
      };
      return call(createPoll, { params: { channelId }, body });
    },
    onSuccess(message) {
      session.take(message);
      onCreated();
    },
  });
}

interface OptionsProps {
  formId: string;
  form: PollForm;
  error: PollErrors['option'];
  onChange: (part: Partial<PollForm>) => void;
}

/** Two to ten answers to choose from. */
function PollOptions({ formId, form, error, onChange }: OptionsProps) {
  const { options } = form;
  const focus = (index: number) =>
    requestAnimationFrame(() => document.getElementById(`${formId}-option-${index}`)?.focus());
  const add = () => {
    onChange({ options: [...options, ''] });
    focus(options.length);
  };
  const remove = (index: number) => {
    onChange({ options: options.toSpliced(index, 1) });
    focus(Math.max(0, index - 1));
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1.5 text-sm font-medium text-text">Options</legend>
      {options.map((option, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: options have no other identity
        <div key={index} className="flex items-start gap-1">
          <TextField
            id={`${formId}-option-${index}`}
            label={`Option ${index + 1}`}
            labelHidden
            placeholder={`Option ${index + 1}`}
            maxLength={optionMaxLength}
            value={option}
            error={index === error?.index ? error.problem : undefined}
            className="flex-1"
            onChange={(event) => onChange({ options: options.with(index, event.target.value) })}
          />
          {options.length > fewestOptions && (
            <IconButton
              label={`Remove option ${index + 1}`}
              icon={X}
              onClick={() => remove(index)}
            />
          )}
        </div>
      ))}
      {options.length < mostOptions && (
        <Button variant="ghost" className="-ml-3.5 self-start" onClick={add}>
          <Plus aria-hidden="true" />
          Add option
        </Button>
      )}
    </fieldset>
  );
}
