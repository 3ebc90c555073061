import { lazy, Suspense } from 'react';
import type { Channel } from '../../contract/channels.ts';
import type { View } from '../view/chatView.ts';
import { closeChannelDialog, useChannelDialog } from './dialogs.ts';

const CreateChannelDialog = lazy(() => import('./dialogs/creating/CreateChannelDialog.tsx'));
const BrowseChannelsDialog = lazy(() => import('./dialogs/BrowseChannelsDialog.tsx'));
const NewMessageDialog = lazy(() => import('./dialogs/NewMessageDialog.tsx'));
const MembersDialog = lazy(() => import('./dialogs/members/MembersDialog.tsx'));
const ChannelDetailsDialog = lazy(() => import('./dialogs/ChannelDetailsDialog.tsx'));

interface Props {
  channels: readonly Channel[];
  onGo: (view: View, name?: string) => void;
}

/** The dialogs around channels, whoever opens them; each arrives with its first opening. */
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
