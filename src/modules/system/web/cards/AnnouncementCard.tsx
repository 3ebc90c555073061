import { useMutation } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { type SubmitEvent, useId, useState } from 'react';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import {
  type AnnouncementType,
  announcementLimits,
  sendAnnouncement,
} from '../../contract/announcements.ts';
import { Card } from '../parts/Card.tsx';

const types: { value: AnnouncementType; label: string }[] = [
  { value: 'info', label: 'Information' },
  { value: 'warning', label: 'Warning' },
];

const empty = { title: '', message: '', type: 'info' as AnnouncementType };
type Errors = Partial<Record<keyof typeof empty, string>>;

/** Sends an announcement to everyone who is signed in. */
export function AnnouncementCard() {
  const formId = useId();
  const [draft, setDraft] = useState(empty);
  const [errors, setErrors] = useState<Errors>({});
  // Kept as long as the draft is the same, so that a repeated try is not a second announcement.
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const [isAsking, setAsking] = useState(false);
  // Beside the button: the announcement itself takes the place of a toast.
  const [outcome, setOutcome] = useState('');
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(sendAnnouncement, { body: { ...draft, clientId } }),
    onSuccess: ({ people }) => {
      setDraft(empty);
      setClientId(crypto.randomUUID());
      setOutcome(`Announcement sent. ${reachedBy(people)}`);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.fields) return setErrors(error.fields);
      toastFailure(error, 'Couldn’t send announcement', 'Check your connection and try again.');
    },
  });
  const change = (part: Partial<typeof empty>) => {
    setDraft((now) => ({ ...now, ...part }));
    setClientId(crypto.randomUUID());
    setErrors({});
    setOutcome('');
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const missing: Errors = {
      ...(!draft.title.trim() && { title: 'Enter a title' }),
      ...(!draft.message.trim() && { message: 'Enter a message' }),
    };
    setErrors(missing);
    const [first] = Object.keys(missing);
    if (!first) return setAsking(true);
    (event.currentTarget.elements.namedItem(first) as HTMLElement | null)?.focus();
  };
  return (
    <Card
      icon={Megaphone}
      title="Announcement"
      description="Shown at once to everyone who is signed in, and kept in their notifications."
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <div className="grid gap-4 @sm:grid-cols-[minmax(0,1fr)_10rem]">
          <TextField
            label="Title"
            name="title"
            required
            maxLength={announcementLimits.title}
            value={draft.title}
            error={errors.title}
            onChange={({ target }) => change({ title: target.value })}
          />
          <SelectField
            label="Type"
            options={types}
            value={draft.type}
            onChange={({ target }) => change({ type: target.value as AnnouncementType })}
          />
        </div>
        <TextArea
          label="Message"
          name="message"
          required
          rows={3}
          maxLength={announcementLimits.message}
          value={draft.message}
          error={errors.message}
          onChange={({ target }) => change({ message: target.value })}
        />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button type="submit" pending={isPending} pendingLabel="Sending…">
            Send announcement
          </Button>
          <p role="status" className="text-sm text-muted">
            {outcome}
          </p>
        </div>
      </form>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Send to everyone signed in?"
        description={`“${draft.title.trim()}” can’t be taken back.`}
        confirmLabel="Send announcement"
        onConfirm={() => {
          setAsking(false);
          mutate();
        }}
      />
    </Card>
  );
}

/** No one: an earlier attempt had arrived after all. */
function reachedBy(people: number): string {
  if (people === 0) return 'An earlier attempt had already reached everyone.';
  return people === 1
    ? 'It reached 1 person.'
    : `It reached ${people.toLocaleString('en-US')} people.`;
}
