import { Building2, FileText, Hash, Lock, type LucideIcon, Users } from 'lucide-react';
import type { Channel } from '../../contract/channels.ts';

const icons: Partial<Record<Channel['type'], LucideIcon>> = {
  private: Lock,
  group: Users,
  record: FileText,
  team: Building2,
};

/** Who may be in a channel, as a picture. */
export function channelIcon(channel: Channel | undefined): LucideIcon {
  return (channel && icons[channel.type]) ?? Hash;
}

export const channelKind: Record<Channel['type'], string> = {
  all: 'For everybody',
  sales: 'For everybody',
  service: 'For everybody',
  integrations: 'For everybody',
  management: 'For managers and up',
  direct: 'Direct message',
  public: 'Public channel',
  private: 'Private channel',
  group: 'Group message',
  team: 'Team channel',
  record: 'Conversation of a record',
};
