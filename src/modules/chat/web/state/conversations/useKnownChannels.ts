import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../../../../platform/web/api/ApiError.ts';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../../../platform/web/realtime/RealtimeProvider.tsx';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import { userPermissionsUpdated } from '../../../../people/contract.ts';
import { getChannel } from '../../../contract/channels.ts';
import { earlyChannel } from '../early.ts';
import { personOfView } from '../view/chatNavigate.ts';
import { type ChatView, hasMoved, openView } from '../view/chatView.ts';
import { conversationOf } from './conversation.ts';
import { useChannels } from './useChannels.ts';

const refetchMs = 30_000;

/**
 * My channels, and a public or record channel I view without having joined it. `closed`: the channel on
 * screen does not exist or I can't read it; `unsure`: that is being checked.
 */
export function useKnownChannels(chatView: ChatView, me: number) {
  const { view } = chatView;
  const channels = useChannels();
  const listed = channels.data?.find(({ id }) => id === view);
  const { kind } = conversationOf(chatView, channels.data ?? [], me);
  const isUnlisted = kind === 'channel' && !listed && personOfView(view) === null;
  const isNotJoined = isUnlisted && channels.isSuccess;
  const channelQuery = queryOptionsFor(getChannel, { params: { channelId: view } });
  const notJoined = useQuery({
    ...channelQuery,
    enabled: isNotJoined,
    staleTime: 0,
    // Viewers who have not joined get no events, and the record may have moved to another store.
    refetchInterval: view.startsWith('rec-') && refetchMs,
  });
  const client = useQueryClient();
  useSocketEvent(userPermissionsUpdated, () => {
    if (isNotJoined)
      void client.invalidateQueries({ queryKey: channelQuery.queryKey, exact: true });
  });
  const name = listed?.name ?? (isNotJoined ? notJoined.data?.name : undefined);
  const closed = isNotJoined && isClosed(notJoined.error);
  useLeaving(view, name, closed);
  const data = isNotJoined && notJoined.data ? [...channels.data, notJoined.data] : channels.data;
  // After a reload, or if the page was opened for it, the view is loaded in parallel with the list.
  const isOpened = hasMoved() && view !== earlyChannel();
  const unsure = isUnlisted && (isNotJoined ? notJoined.isPending : channels.isPending && isOpened);
  return { ...channels, data, closed, unsure };
}

/** Removed from the channel on screen: show a toast and go to the directory. */
function useLeaving(view: string, name: string | undefined, gone: boolean): void {
  const known = useRef({ view, name });
  if (name !== undefined) known.current = { view, name };
  useEffect(() => {
    if (!gone || known.current.view !== view || known.current.name === undefined) return;
    toast({ title: `You’re no longer in ${known.current.name}` });
    openView('directory');
  }, [gone, view]);
}

/** An invalid id (400) counts as missing, too. */
const isClosed = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
