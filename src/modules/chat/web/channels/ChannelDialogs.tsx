import { Suspense } from 'react';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import type { Channel } from '../../contract/channels.ts';
import { closeChannelDialog, useChannelDialog } from '../state/conversations/channelDialogs.ts';
import type { View } from '../state/view/chatView.ts';

const CreateChannelDialog = lazyPart(() => import('./CreateChannelDialog.tsx'), {
  place: 'dialog',
});
const BrowseChannelsDialog = lazyPart(() => import('./BrowseChannelsDialog.tsx'), {
  place: 'dialog',
});
const NewMessageDialog = lazyPart(() => import('./NewMessageDialog.tsx'), {
  place: 'dialog',
});
const MembersDialog = lazyPart(() => import('./MembersDialog.tsx'), {
  place: 'dialog',
});
const ChannelDetailsDialog = lazyPart(() => import('./ChannelDetailsDialog.tsx'), {
  place: 'dialog',
});

interface Props {
  channels: readonly Channel[];
  onGo: (view: View, name?: string) => void;
}

/** All channel dialogs, opened from anywhere; each is loaded when first opened. */
export function ChannelDialogs({ channels, onGo }: Props) {
  const { dialog, last, opening } = useChannelDialog();
  if (!last) return null;
  const frame = { open: dialog !== null, onClose: closeChannelDialog };
  const go = (view: View, name?: string) => {
    closeChannelDialog();
    onGo(view, name);
  };
  const channel =
    'channelId' in last ? channels.find(({ id }) => id === last.channelId) : undefined;
  return (
    <Suspense key={opening}>
      {last.kind === 'create' && <CreateChannelDialog {...frame} onGo={go} />}
      {last.kind === 'browse' && <BrowseChannelsDialog {...frame} onGo={go} />}
      {last.kind === 'message' && <NewMessageDialog {...frame} userIds={last.userIds} onGo={go} />}
      {last.kind === 'members' && channel && (
        <MembersDialog {...frame} channel={channel} onGo={go} />
      )}
      {last.kind === 'details' && channel && <ChannelDetailsDialog {...frame} channel={channel} />}
    </Suspense>
  );
}
