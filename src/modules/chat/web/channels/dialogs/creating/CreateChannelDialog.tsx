import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useMemo, useState } from 'react';
import { v7 as uuid } from 'uuid';
import type { RequestOf } from '../../../../../../platform/contract/endpoint.ts';
import { call } from '../../../../../../platform/web/api/call.ts';
import { Button } from '../../../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../../../platform/web/ui/Notice.tsx';
import { TextArea } from '../../../../../../platform/web/ui/TextArea.tsx';
import { TextField } from '../../../../../../platform/web/ui/TextField.tsx';
import {
  channelNameMaxLength,
  creatableTypes,
  createChannel,
  descriptionMaxLength,
} from '../../../../contract/channels.ts';
import { useChat } from '../../../panel/chatContext.ts';
import { keepChannel } from '../../keepChannel.ts';
import { PeoplePicker } from '../../PeoplePicker.tsx';
import { type GoingDialog, refusalOf } from '../frame.ts';
import { ChannelTypeChoice } from './ChannelTypeChoice.tsx';
import { TeamFields } from './TeamFields.tsx';

type Body = RequestOf<typeof createChannel>['body'];
type NewChannel = Required<Omit<Body, 'userIds'>> & { userIds: number[] };

const blank: Omit<NewChannel, 'clientId'> = {
  name: '',
  description: '',
  type: 'public',
  userIds: [],
  store: null,
  department: null,
  minRole: null,
};

export default function CreateChannelDialog({ open, onClose, onGo }: GoingDialog) {
  const formId = useId();
  const client = useQueryClient();
  const types = creatableTypes(useChat().user);
  const [channel, setChannel] = useState(() => ({
    ...blank,
    clientId: uuid(),
    type: types[0] ?? blank.type,
  }));
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: NewChannel) => call(createChannel, { body }),
    onSuccess: (created) => {
      keepChannel(client, created);
      onGo(created.id, created.name);
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isPending) mutate(asSent(channel));
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title="Create channel"
      dismissable={channel.name === ''}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={isPending}>
            Create channel
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Fields channel={channel} error={error} onChange={setChannel} />
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  channel: NewChannel;
  error: unknown;
  onChange: (channel: NewChannel) => void;
}

function Fields({ channel, error, onChange }: FieldsProps) {
  const { user } = useChat();
  const myself = useMemo(() => new Set([user.id]), [user.id]);
  const { fields, sentence } = refusalOf(error, 'Couldn’t create channel. Try again.');
  const change = (part: Partial<NewChannel>) => onChange({ ...channel, ...part });
  return (
    <div className="flex flex-col gap-5">
      {sentence && (
        <Notice tone="danger" live>
          {sentence}
        </Notice>
      )}
      <TextField
        label="Name"
        required
        maxLength={channelNameMaxLength}
        autoComplete="off"
        placeholder="Used vehicle recon"
        value={channel.name}
        error={fields.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextArea
        label="Description"
        rows={2}
        maxLength={descriptionMaxLength}
        hint="What the channel is for."
        value={channel.description}
        error={fields.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      <ChannelTypeChoice
        value={channel.type}
        types={creatableTypes(user)}
        error={fields.type}
        onChange={(type) => change({ type })}
      />
      {channel.type === 'team' ? (
        <TeamFields team={channel} fields={fields} onChange={change} />
      ) : (
        <PeoplePicker
          label="First members"
          chosen={channel.userIds}
          onChange={(userIds) => change({ userIds })}
          without={myself}
          error={fields.userIds}
          hint="You’re added automatically."
        />
      )}
    </div>
  );
}

/** Drops the fields of the other types. */
function asSent(channel: NewChannel): NewChannel {
  if (channel.type === 'team') return { ...channel, userIds: [] };
  return { ...channel, store: null, department: null, minRole: null };
}
