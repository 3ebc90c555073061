import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../../../../platform/web/api/ApiError.ts';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../../../platform/web/realtime/RealtimeProvider.tsx';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import { userPermissionsUpdated } from '../../../../people/contract.ts';
import { getChannel } from '../../../contract/channels.ts';
import { personOfView } from '../../view/chatNavigate.ts';
import { type ChatView, hasMoved, openView } from '../../view/chatView.ts';
import { conversationOf } from '../conversation.ts';
import { useChannels } from '../useChannels.ts';

const lookAgainMs = 30_000;

/**
 * My channels, and the public one, or the one of a record, that I look into without having joined it. `closed`: what is
 * on screen is not there, or not for me; `unsure`: that is being asked.
 */
export function useKnownChannels(held: ChatView, me: number) {
  const { view } = held;
  const channels = useChannels();
  const listed = channels.data?.find(({ id }) => id === view);
  const { kind } = conversationOf(held, channels.data ?? [], me);
  const isUnlisted = kind === 'channel' && !listed && personOfView(view) === null;
  const isStranger = isUnlisted && channels.isSuccess;
  const asked = queryOptionsFor(getChannel, { params: { channelId: view } });
  const stranger = useQuery({
    ...asked,
    enabled: isStranger,
    staleTime: 0,
    // Of a record nobody is told who only looks in: it may be another store's by now.
    refetchInterval: view.startsWith('rec-') && lookAgainMs,
  });
  const client = useQueryClient();
  useSocketEvent(userPermissionsUpdated, () => {
    if (isStranger) void client.invalidateQueries({ queryKey: asked.queryKey, exact: true });
  });
  const name = listed?.name ?? (isStranger ? stranger.data?.name : undefined);
  const closed = isStranger && isClosed(stranger.error);
  useLeaving(view, name, closed);
  const data = isStranger && stranger.data ? [...channels.data, stranger.data] : channels.data;
  // What a reload comes back to was open before, and is loaded beside its list.
  const unsure = isUnlisted && (isStranger ? stranger.isPending : channels.isPending && hasMoved());
  return { ...channels, data, closed, unsure };
}

/** Whoever is taken out of the channel on screen is told, and not left before a closed door. */
function useLeaving(view: string, name: string | undefined, gone: boolean): void {
  const known = useRef({ view, name });
  if (name !== undefined) known.current = { view, name };
  useEffect(() => {
    if (!gone || known.current.view !== view || known.current.name === undefined) return;
    toast({ title: `You are no longer in ${known.current.name}` });
    openView('directory');
  }, [gone, view]);
}

/** An id that cannot be one is no door either. */
const isClosed = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
