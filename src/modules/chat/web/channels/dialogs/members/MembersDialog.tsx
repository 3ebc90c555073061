import { UserMinus, UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Avatar } from '../../../../../../platform/web/ui/Avatar.tsx';
import { Button } from '../../../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../../../platform/web/ui/Dialog.tsx';
import { IconButton } from '../../../../../../platform/web/ui/IconButton.tsx';
import { Notice } from '../../../../../../platform/web/ui/Notice.tsx';
import { statusLabel } from '../../../../../../platform/web/ui/StatusDot.tsx';
import type { Person } from '../../../../../people/contract.ts';
import type { Channel } from '../../../../contract/channels.ts';
import { channelName, fullName } from '../../../conversations/conversation.ts';
import { useChat } from '../../../panel/chatContext.ts';
import { PersonRowSkeletons } from '../../../people/PersonRow.tsx';
import { useEveryone } from '../../../people/usePeople.ts';
import { countOf, describeTeam } from '../../labels.ts';
import { useMembers } from '../../useMembers.ts';
import type { GoingDialog } from '../frame.ts';
import { InviteForm } from './InviteForm.tsx';
import { LeaveButton } from './LeaveButton.tsx';
import { useRemoveMember } from './useRemoveMember.ts';

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
      description={members.data && countOf(ids.size, 'person', 'people')}
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
          <Notice
            tone="danger"
            action={
              <Button size="sm" onClick={() => void members.refetch()}>
                Try again
              </Button>
            }
          >
            Couldn’t load members.
          </Notice>
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
