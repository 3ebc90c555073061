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

const canComeBack = ({ type }: Channel) => type === 'public' || type === 'record';

/** Leaves at once where one can come back by oneself; asks first where somebody must invite one. */
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
        onClick={() => (canComeBack(channel) ? leave() : setAsking(true))}
      >
        <LogOut aria-hidden />
        Leave channel
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Leave ${name}?`}
        description="You can come back only when somebody invites you."
        confirmLabel="Leave channel"
        danger
        pending={isPending}
        onConfirm={leave}
      />
    </>
  );
}
