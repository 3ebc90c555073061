import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../../../../platform/web/api/ApiError.ts';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../../../platform/web/realtime/RealtimeProvider.tsx';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import { userPermissionsUpdated } from '../../../../people/contract.ts';
import { getChannel } from '../../../contract/channels.ts';
import { type ChatView, openView } from '../../view/chatView.ts';
import { useChannels } from '../useChannels.ts';

const lookAgainMs = 30_000;

/** My channels, and the public one, or the one of a record, that I look into without having joined it. */
export function useKnownChannels({ view }: ChatView) {
  const channels = useChannels();
  const listed = channels.data?.find(({ id }) => id === view);
  const isStranger = channels.isSuccess && !listed && /^(c|rec)-/.test(view);
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
  useLeaving(view, name, isStranger && isGone(stranger.error));
  const data = isStranger && stranger.data ? [...channels.data, stranger.data] : channels.data;
  return { ...channels, data };
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

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;
