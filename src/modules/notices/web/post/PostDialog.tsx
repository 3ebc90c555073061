import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import {
  type Kind,
  kindNames,
  kinds,
  postNotice,
  textMaxLength,
  titleMaxLength,
  urgentKinds,
} from '../../contract.ts';
import { AudienceFields } from './AudienceFields.tsx';
import { DueFields } from './DueFields.tsx';
import { blankForm, checkForm, dueOf, type NoticeErrors, type NoticeForm } from './form.ts';
import { useAudienceCount } from './useAudienceCount.ts';

interface Props {
  channelId: string;
  name: string;
  onClose: () => void;
}

const kindOptions = kinds.map((value) => ({ value, label: kindNames[value] }));

/** Posts a notice that people must confirm by a time. */
export default function PostDialog({ channelId, name, onClose }: Props) {
  const [form, setForm] = useState<NoticeForm>(blankForm);
  const [errors, setErrors] = useState<NoticeErrors>({});
  const formId = useId();
  const count = useAudienceCount(channelId, form.audience);
  const post = usePosting(channelId, onClose);
  const change = (part: Partial<NoticeForm>) => {
    setForm({ ...form, ...part });
    setErrors({});
  };
  const submit = () => {
    const found = checkForm(form, new Date());
    setErrors(found);
    const [field] = Object.keys(found);
    if (field) document.getElementById(`${formId}-${field}`)?.focus();
    else if (count !== 0) post.mutate(form);
  };
  return (
    <FormDialog
      title="Post a notice"
      description="People confirm that they’ve read it. Managers are notified of anyone who hasn’t by the due time."
      isDirty={form.title !== '' || form.text !== ''}
      verb="Post notice"
      pending={post.isPending}
      isDisabled={count === 0}
      onClose={onClose}
      onSubmit={submit}
    >
      {post.isError && (
        <Notice tone="danger" live>
          {sentenceOf(post.error, 'Couldn’t post notice. Try again.')}
        </Notice>
      )}
      <TextFields formId={formId} form={form} errors={errors} onChange={change} />
      <DueFields
        id={`${formId}-time`}
        label="Due"
        due={form.due}
        time={form.time}
        error={errors.time}
        onChange={change}
      />
      <AudienceFields
        name={name}
        audience={form.audience}
        count={count}
        onChange={(audience) => change({ audience })}
      />
    </FormDialog>
  );
}

interface TextFieldsProps {
  formId: string;
  form: NoticeForm;
  errors: NoticeErrors;
  onChange: (part: Partial<NoticeForm>) => void;
}

function TextFields({ formId, form, errors, onChange }: TextFieldsProps) {
  return (
    <>
      <SelectField
        id={`${formId}-kind`}
        label="Kind"
        required
        placeholder="Choose a kind"
        options={kindOptions}
        value={form.kind}
        error={errors.kind}
        hint={
          form.kind && urgentKinds.includes(form.kind)
            ? 'Notifies people immediately, even with Do not disturb on.'
            : undefined
        }
        onChange={({ target }) => onChange({ kind: target.value as Kind })}
      />
      <TextField
        id={`${formId}-title`}
        label="Title"
        required
        maxLength={titleMaxLength}
        value={form.title}
        error={errors.title}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <TextArea
        id={`${formId}-text`}
        label="Text"
        required
        rows={5}
        maxLength={textMaxLength}
        value={form.text}
        error={errors.text}
        hint="Include the VIN or stock number if it’s about one vehicle. You can’t edit it later."
        onChange={({ target }) => onChange({ text: target.value })}
      />
    </>
  );
}

function usePosting(channelId: string, onPosted: () => void) {
  // One id for the form, so that a repeat on a bad connection posts one notice.
  const [clientMsgId] = useState(() => uuid());
  return useMutation({
    mutationFn: ({ kind, title, text, audience, ...form }: NoticeForm) => {
      const dueAt = dueOf(form, new Date())?.toISOString() ?? '';
      const body = { clientMsgId, kind: kind as Kind, title, text, audience, dueAt };
      return call(postNotice, { params: { channelId }, body });
    },
    onSuccess: onPosted,
  });
}
