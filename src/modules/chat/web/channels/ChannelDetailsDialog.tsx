import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Archive, ArchiveRestore } from 'lucide-react';
import { type SubmitEvent, useId, useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import {
  archiveChannel,
  type Channel,
  channelNameMaxLength,
  descriptionMaxLength,
  updateChannel,
} from '../../contract/channels.ts';
import { useChat } from '../state/chatContext.ts';
import { channelKind } from '../state/conversations/channelIcon.ts';
import { channelName } from '../state/conversations/conversation.ts';
import { keepChannel } from '../state/conversations/keepChannel.ts';
import { describeTeam } from '../state/conversations/labels.ts';
import { refusalOf } from '../state/errors.ts';
import type { DialogFrame } from './dialogFrame.ts';

/** A channel's name and description, editable by those who manage it. */
export default function ChannelDetailsDialog(props: DialogFrame & { channel: Channel }) {
  const { open, onClose, channel } = props;
  const { user, people } = useChat();
  const client = useQueryClient();
  const formId = useId();
  const [before] = useState({ name: channel.name, description: channel.description });
  const [text, setText] = useState(before);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      // Others may have changed the rest since.
      const body = {
        ...(text.name !== before.name && { name: text.name }),
        ...(text.description !== before.description && { description: text.description }),
      };
      return call(updateChannel, { params: { channelId: channel.id }, body });
    },
    onSuccess: (changed) => {
      keepChannel(client, changed);
      onClose();
    },
  });
  const { fields, sentence } = refusalOf(error, 'Couldn’t save changes. Try again.');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending) mutate();
  };
  const { manage } = channel.can;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={channelName(channel, user.id, people)}
      description={<Kind channel={channel} />}
      footer={
        manage && (
          <>
            <ArchiveButton channel={channel} onDone={onClose} />
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" form={formId} variant="primary" pending={isPending}>
              Save changes
            </Button>
          </>
        )
      }
    >
      {manage ? (
        <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
          {sentence && (
            <Notice tone="danger" live>
              {sentence}
            </Notice>
          )}
          <TextField
            label="Name"
            required
            maxLength={channelNameMaxLength}
            value={text.name}
            error={fields.name}
            onChange={(event) => setText({ ...text, name: event.target.value })}
          />
          <TextArea
            label="Description"
            maxLength={descriptionMaxLength}
            value={text.description}
            error={fields.description}
            onChange={(event) => setText({ ...text, description: event.target.value })}
          />
        </form>
      ) : (
        <p className="text-base text-text">
          {channel.description || <span className="text-muted">{noDescription(channel)}</span>}
        </p>
      )}
    </Dialog>
  );
}

const noDescription = ({ type }: Channel) =>
  type === 'record'
    ? 'Messages here stay with the record and are visible to everyone who can see it.'
    : 'No description';

function Kind({ channel }: { channel: Channel }) {
  const kind =
    channel.type === 'team' ? `Team channel: ${describeTeam(channel)}` : channelKind[channel.type];
  return channel.archivedAt ? `${kind} · archived` : kind;
}

/** Archives a channel, or restores it. */
function ArchiveButton({ channel, onDone }: { channel: Channel; onDone: () => void }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const isArchived = channel.archivedAt !== null;
  const { mutate, isPending } = useMutation({
    mutationFn: (archived: boolean) =>
      call(archiveChannel, { params: { channelId: channel.id }, body: { archived } }),
    onSuccess: (changed) => {
      keepChannel(client, changed);
      setAsking(false);
      onDone();
    },
    onError: (error) => toastError(error, 'Couldn’t update channel. Try again.'),
  });
  return (
    <>
      {isArchived ? (
        <Button className="mr-auto" pending={isPending} onClick={() => mutate(false)}>
          <ArchiveRestore aria-hidden />
          Restore channel
        </Button>
      ) : (
        <Button className="mr-auto" onClick={() => setAsking(true)}>
          <Archive aria-hidden />
          Archive channel
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Archive ${channel.name}?`}
        description="The channel leaves everyone’s list and becomes read-only. Its messages are kept, and you can restore it later."
        confirmLabel="Archive channel"
        danger
        pending={isPending}
        onConfirm={() => mutate(true)}
      />
    </>
  );
}
