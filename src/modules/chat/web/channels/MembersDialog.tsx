import { useMutation, useQueryClient } from '@tanstack/react-query';
import { LogOut, UserMinus, UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { statusLabel } from '../../../../platform/web/ui/StatusDot.tsx';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import type { Person } from '../../../people/contract.ts';
import { type Channel, removeMember } from '../../contract/channels.ts';
import { PersonRowSkeletons } from '../people/PersonRow.tsx';
import { useChat } from '../state/chatContext.ts';
import { channelName, fullName } from '../state/conversations/conversation.ts';
import { refreshChannels } from '../state/conversations/keepChannel.ts';
import { describeTeam } from '../state/conversations/labels.ts';
import { useMembers } from '../state/conversations/useMembers.ts';
import { useEveryone } from '../state/people/usePeople.ts';
import type { GoingDialog } from './dialogFrame.ts';
import { InviteForm } from './InviteForm.tsx';

/** Lists, invites and removes the members of a channel. */
export default function MembersDialog(props: GoingDialog & { channel: Channel }) {
  const { open, onClose, onGo, channel } = props;
  const { user, people } = useChat();
  const [inviting, setInviting] = useState(false);
  const members = useMembers(channel.id);
  const ids = useMemo(
    () => new Set(members.data?.map(({ userId }) => userId) ?? []),
    [members.data],
  );
  const name = channelName(channel, user.id, people);
  const { invite, leave } = channel.can;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      title={`Members of ${name}`}
      description={members.data && plural(ids.size, 'person', 'people')}
      footer={
        (leave || invite) && (
          <>
            {leave && (
              <LeaveButton channel={channel} name={name} onLeft={() => onGo('directory')} />
            )}
            {invite && !inviting && (
              <Button variant="primary" onClick={() => setInviting(true)}>
                <UserPlus aria-hidden />
                Invite people
              </Button>
            )}
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {channel.type === 'team' && (
          <Notice>
            {describeTeam(channel)}: people join and leave this channel as their store, department
            or role changes.
          </Notice>
        )}
        {channel.type === 'record' && (
          <Notice>
            Everyone who can see the record can read this channel. These people follow it.
          </Notice>
        )}
        {inviting && (
          <InviteForm channel={channel} members={ids} onDone={() => setInviting(false)} />
        )}
        {members.isError && (
          <NotLoaded isInline what="members" error={members.error} onRetry={members.refetch} />
        )}
        {members.isPending ? <PersonRowSkeletons /> : <Members channel={channel} ids={ids} />}
      </div>
    </Dialog>
  );
}

function Members({ channel, ids }: { channel: Channel; ids: ReadonlySet<number> }) {
  const { user, people } = useChat();
  const { everyone } = useEveryone();
  const remove = useRemoveMember(channel);
  const known = useMemo(
    () => new Map([...people, ...everyone.map((one) => [one.id, one] as const)]),
    [people, everyone],
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list without controls scrolls by key only with the focus in it
    <ul aria-label="Members" tabIndex={0} className="rounded-md focus-visible:-outline-offset-2">
      {[...ids].map((id) => {
        const person = known.get(id);
        const name = person ? fullName(person) : 'Unknown person';
        return (
          <li key={id} className="flex min-h-12 items-center gap-3">
            <Avatar name={name} status={person?.status} />
            <span className="min-w-0 flex-1">
              <span className="block truncate text-base text-text">
                {name}
                {id === user.id && <span className="text-muted"> (you)</span>}
              </span>
              <span className="block truncate text-xs text-muted">
                {person && statusText(person)}
              </span>
            </span>
            {channel.can.removePeople && id !== user.id && (
              <IconButton
                label={`Remove ${name}`}
                icon={UserMinus}
                onClick={() => remove.mutate(id)}
                aria-disabled={remove.isPending && remove.variables === id}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

const statusText = ({ status, statusMessage }: Person) => statusMessage || statusLabel(status);

/** Removes someone from a channel; removing oneself is leaving. */
function useRemoveMember(channel: Channel, onRemoved?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: number) =>
      call(removeMember, { params: { channelId: channel.id, userId } }),
    onSuccess: () => {
      onRemoved?.();
      refreshChannels(client, channel.id);
    },
    onError: (error) => toastError(error, 'Couldn’t update members. Try again.'),
  });
}

interface LeaveProps {
  channel: Channel;
  name: string;
  onLeft: () => void;
}

const canRejoin = ({ type }: Channel) => type === 'public' || type === 'record';

/** Leaves at once if one can rejoin without an invitation; otherwise asks first. */
function LeaveButton({ channel, name, onLeft }: LeaveProps) {
  const { user } = useChat();
  const [asking, setAsking] = useState(false);
  const { mutate, isPending } = useRemoveMember(channel, onLeft);
  const leave = () => mutate(user.id);
  return (
    <>
      <Button
        className="mr-auto"
        pending={isPending}
        onClick={() => (canRejoin(channel) ? leave() : setAsking(true))}
      >
        <LogOut aria-hidden />
        Leave channel
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Leave ${name}?`}
        description="You’ll need an invitation to rejoin."
        confirmLabel="Leave channel"
        danger
        pending={isPending}
        onConfirm={leave}
      />
    </>
  );
}
