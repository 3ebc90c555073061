import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Archive, ArchiveRestore } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../../platform/web/api/call.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../../platform/web/ui/ConfirmDialog.tsx';
import { archiveChannel, type Channel } from '../../../contract/channels.ts';
import { keepChannel } from '../keepChannel.ts';
import { toastRefusal } from './frame.ts';

/** Archives a channel, or restores it. */
export function ArchiveButton({ channel, onDone }: { channel: Channel; onDone: () => void }) {
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
    onError: (error) => toastRefusal(error, 'Couldn’t update channel. Try again.'),
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
