import { useMutation, useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { type EmailTemplate, getOutboxMail, sendTestEmail } from '../../contract.ts';
import type { MailDialogProps } from '../dialog.ts';

const refetchMs = 1_000;

interface Props extends MailDialogProps {
  /** The template to send, with sample values; a plain test email without one. */
  template?: EmailTemplate;
}

/** Sends one email and shows its delivery status. */
export default function TestEmailDialog({ open, onClose, template }: Props) {
  const formId = useId();
  const [email, setEmail] = useState('');
  const { mutate, data, isPending, reset } = useMutation({
    mutationFn: () =>
      call(sendTestEmail, { body: { email, ...(template && { templateId: template.id }) } }),
    onError: (error) => showError('Email Failed', sentenceOf(error, 'Failed to send test email')),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A portal's events bubble to the form the dialog was opened from.
    event.stopPropagation();
    const field = event.currentTarget.elements.namedItem('email') as HTMLInputElement;
    if (!email.trim()) showError('Email Required', 'Please enter an email address');
    else if (!field.validity.valid)
      showError('Invalid Email', 'Please enter a valid email address');
    else if (!isPending) return mutate();
    field.focus();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Send Test Email"
      description={
        template
          ? `“${template.name}” as last saved, with sample values.`
          : 'Sends one email to check that delivery works.'
      }
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{data ? 'Close' : 'Cancel'}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={isPending}
            pendingLabel="Sending…"
          >
            Send Test Email
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          required
          value={email}
          onChange={({ target }) => {
            setEmail(target.value);
            reset();
          }}
        />
        {data && <Outcome mailId={data.mailId} />}
      </form>
    </Dialog>
  );
}

function Outcome({ mailId }: { mailId: string }) {
  const { data } = useQuery({
    ...queryOptionsFor(getOutboxMail, { params: { mailId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'sent' ? false : refetchMs),
  });
  if (data?.state === 'sent') {
    return (
      <Notice tone="success" live title="Sent">
        {data.file
          ? `No mail server is configured. Saved as ${data.file} in the data folder.`
          : `Accepted by the mail server. If it doesn’t arrive at ${data.to}, check the spam folder.`}
      </Notice>
    );
  }
  if (data?.reason) {
    return (
      <Notice tone="danger" live title={data.state === 'failed' ? 'Failed' : 'Not sent yet'}>
        {data.reason}
      </Notice>
    );
  }
  return (
    <Notice tone="info" live title="Sending">
      It will be sent shortly.
    </Notice>
  );
}

const showError = (title: string, description: string) =>
  void toast({ title, description, variant: 'destructive' });
