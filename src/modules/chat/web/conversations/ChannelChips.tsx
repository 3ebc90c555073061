import { Button } from '../../../../platform/web/ui/Button.tsx';
import type { Channel } from '../../contract/channels.ts';
import { channelIcon } from '../channels/channelIcon.ts';
import type { View } from '../view/chatView.ts';
import { listShared } from './conversation.ts';

/** The rest is in the conversation list. */
const atMost = 8;

interface Props {
  channels: readonly Channel[];
  onGo: (view: View, name: string) => void;
}

/** Channels above the directory, when there is no space for the conversation list. */
export function ChannelChips({ channels, onGo }: Props) {
  return (
    <nav
      aria-label="Channels"
      className="flex shrink-0 flex-wrap gap-2 border-b border-border px-4 py-3 empty:hidden @min-[640px]:hidden"
    >
      {listShared(channels)
        .slice(0, atMost)
        .map((channel) => {
          const Icon = channelIcon(channel);
          return (
            <Button
              key={channel.id}
              size="sm"
              className="max-w-full"
              onClick={() => onGo(channel.id, channel.name)}
            >
              <Icon aria-hidden />
              <span className="truncate">{channel.name}</span>
            </Button>
          );
        })}
    </nav>
  );
}
