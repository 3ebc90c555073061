import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { ready } from '../../../../platform/contract/socket.ts';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import {
  type ChatSettings,
  chatSettingsChanged,
  getChatSettings,
  muteChannel,
  type SettingsChange,
  saveChatSettings,
} from '../../contract/settings.ts';
import { takeOver } from './takeOver.ts';

const settingsKey = queryKeyFor(getChatSettings);

/** What of the chat may interrupt me, the same on every device. */
export function useChatSettings(me: number | undefined) {
  return useQuery({
    queryKey: settingsKey,
    queryFn:
      me === undefined
        ? skipToken
        : async ({ signal }) => takeOver(me, await call(getChatSettings, {}, { signal })),
  });
}

/** Keeps them like the server's; for whoever is there all the time. */
export function useSettingsFrames(): void {
  const client = useQueryClient();
  useSocketEvent(chatSettingsChanged, (settings) => take(client, settings));
  // A change may have been told while nobody listened.
  useSocketEvent(
    ready,
    () => void client.invalidateQueries({ queryKey: settingsKey, exact: true }),
  );
}

/** Of two answers the later state stands, in whichever order they come. */
export function take(client: QueryClient, settings: ChatSettings): void {
  client.setQueryData<ChatSettings>(settingsKey, (held) =>
    held && held.version > settings.version ? held : settings,
  );
}

/** Throws what `call` throws. */
export async function save(client: QueryClient, change: SettingsChange): Promise<void> {
  take(client, await call(saveChatSettings, { body: change }));
}

/** Shown at once; put back where the server does not hear of it. */
export async function mute(client: QueryClient, channelId: string, muted: boolean): Promise<void> {
  const show = (isMuted: boolean) =>
    client.setQueryData<ChatSettings>(settingsKey, (held) => {
      if (!held) return held;
      const others = held.mutedChannels.filter((id) => id !== channelId);
      return { ...held, mutedChannels: isMuted ? [...others, channelId] : others };
    });
  show(muted);
  try {
    take(client, await call(muteChannel, { params: { channelId }, body: { muted } }));
  } catch (error) {
    show(!muted);
    toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' });
  }
}
