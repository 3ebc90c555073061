import { useId, useState } from 'react';
import { v7 as uuid } from 'uuid';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import { createSlip } from '../../contract.ts';
import { blankForm, checkForm, type SlipErrors, type SlipForm } from './form.ts';
import { SlipFields } from './SlipFields.tsx';

interface Props {
  channelId: string;
  threadId?: string | null;
  /** The conversation's name. */
  name: string;
  user: CurrentUser;
  /** Text moved here from a message. */
  content?: string;
  onKept?: () => void;
  onClose: () => void;
}

/** Creates a protected slip. */
export default function SlipDialog(props: Props) {
  const { channelId, threadId = null, name, user, content = '', onKept, onClose } = props;
  const [form, setForm] = useState<SlipForm>(() => blankForm(content));
  const [errors, setErrors] = useState<SlipErrors>({});
  const formId = useId();
  const create = useCreate(
    { channelId, threadId },
    {
      onCreated() {
        onKept?.();
        onClose();
      },
      onInvalid: setErrors,
    },
  );
  const change = (part: Partial<SlipForm>) => {
    setForm({ ...form, ...part });
    setErrors({});
  };
  const submit = () => {
    const found = checkForm(form);
    setErrors(found);
    const [field] = Object.keys(found);
    if (field) document.getElementById(`${formId}-${field}`)?.focus();
    else void create.send(form);
  };
  return (
    <FormDialog
      title="Protected slip"
      description="Stored encrypted and deleted when it expires. You can see who opened it and when."
      dismissable={form.label === '' && form.content === ''}
      verb="Send slip"
      pending={create.isPending}
      autoComplete="off"
      onClose={onClose}
      onSubmit={submit}
    >
      <SlipFields
        formId={formId}
        name={name}
        me={user.id}
        canChoose={!channelId.startsWith('dm-')}
        form={form}
        errors={errors}
        problem={create.problem}
        onChange={change}
      />
    </FormDialog>
  );
}

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
function useCreate(place: Place, { onCreated, onInvalid }: Outcome) {
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
