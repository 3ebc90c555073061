import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../../../platform/web/ui/ConfirmDialog.tsx';
import type { Channel } from '../../../../contract/channels.ts';
import { useChat } from '../../../panel/chatContext.ts';
import { useRemoveMember } from './useRemoveMember.ts';

interface Props {
  channel: Channel;
  name: string;
  onLeft: () => void;
}

const canRejoin = ({ type }: Channel) => type === 'public' || type === 'record';

/** Leaves at once if one can rejoin without an invitation; otherwise asks first. */
export function LeaveButton({ channel, name, onLeft }: Props) {
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
