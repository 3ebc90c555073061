import { Users } from 'lucide-react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Tooltip } from '../../../../../platform/web/ui/Tooltip.tsx';
import type { Channel } from '../../../contract/channels.ts';
import { openChannelDialog } from '../dialogs.ts';
import { countOf } from '../labels.ts';
import { useMembers } from '../useMembers.ts';

/** The member count; opens the member list. */
export function MemberCount({ channel }: { channel: Channel }) {
  const { data } = useMembers(channel.id);
  const label = data ? countOf(data.length, 'member') : 'Members';
  return (
    <Tooltip label={label} describes={false}>
      <Button
        variant="ghost"
        aria-label={label}
        className="px-2!"
        onClick={() => openChannelDialog({ kind: 'members', channelId: channel.id })}
      >
        <Users aria-hidden />
        <span className="min-w-4 tabular-nums">{data?.length}</span>
      </Button>
    </Tooltip>
  );
}
