import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import type { Mutes } from '../../../chat/web/public.ts';
import {
  type ChatSettings,
  chatSettingsChanged,
  getChatSettings,
  muteChannel,
  type SettingsChange,
  saveChatSettings,
} from '../../contract.ts';
import { takeOver } from './takeOver.ts';

const settingsKey = queryKeyFor(getChatSettings);

/** The user's chat notification settings, the same on every device. */
export function useChatSettings(me: number | undefined) {
  return useQuery({
    queryKey: settingsKey,
    queryFn:
      me === undefined
        ? skipToken
        : async ({ signal }) => takeOver(me, await call(getChatSettings, {}, { signal })),
  });
}

const nothing: readonly string[] = [];

/** The muted conversations, on every device; none before the settings have loaded. */
export function useMutes(me: number): Mutes {
  const client = useQueryClient();
  const ids = useChatSettings(me).data?.mutedChannels ?? nothing;
  return {
    ids: useMemo(() => new Set(ids), [ids]),
    set: (channelId, muted) => void mute(client, channelId, muted),
  };
}

/** Keeps the settings current; for an always mounted component. */
export function useSettingsEvents(): void {
  const client = useQueryClient();
  useSocketEvent(chatSettingsChanged, (settings) => take(client, settings));
  useLiveQueries([settingsKey]);
}

/** Replies may arrive out of order: the later version wins. */
function take(client: QueryClient, settings: ChatSettings): void {
  client.setQueryData<ChatSettings>(settingsKey, (current) =>
    current && current.version > settings.version ? current : settings,
  );
}

/** Throws what `call` throws. */
export async function save(client: QueryClient, change: SettingsChange): Promise<void> {
  take(client, await call(saveChatSettings, { body: change }));
}

/** Optimistic; reverted on failure. */
async function mute(client: QueryClient, channelId: string, muted: boolean): Promise<void> {
  const show = (isMuted: boolean) =>
    client.setQueryData<ChatSettings>(settingsKey, (current) => {
      if (!current) return current;
      const others = current.mutedChannels.filter((id) => id !== channelId);
      return { ...current, mutedChannels: isMuted ? [...others, channelId] : others };
    });
  show(muted);
  try {
    take(client, await call(muteChannel, { params: { channelId }, body: { muted } }));
  } catch (error) {
    show(!muted);
    toastError(error);
  }
}
