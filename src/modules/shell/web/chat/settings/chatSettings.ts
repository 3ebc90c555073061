export interface ChatSettings {
  all: boolean;
  mentions: boolean;
  threads: boolean;
  keywords: boolean;
  /** Channel ids. */
  mutedChannels: string[];
  /** Quiet hours: `start` and `end` are `HH:MM` in `timezone`; an end before the start is the next day's. */
  schedule: { enabled: boolean; start: string; end: string; timezone: string };
}

const defaults: ChatSettings = {
  all: true,
  mentions: true,
  threads: true,
  keywords: false,
  mutedChannels: [],
  schedule: { enabled: false, start: '09:00', end: '17:00', timezone: 'America/Los_Angeles' },
};

export const timeZones = [
  { value: 'America/Los_Angeles', label: 'Pacific (PT)' },
  { value: 'America/Denver', label: 'Mountain (MT)' },
  { value: 'America/Chicago', label: 'Central (CT)' },
  { value: 'America/New_York', label: 'Eastern (ET)' },
  { value: 'America/Phoenix', label: 'Arizona (MST)' },
  { value: 'America/Anchorage', label: 'Alaska (AKST)' },
  { value: 'Pacific/Honolulu', label: 'Hawaii (HST)' },
];

const keyOf = (userId: number) => `forecourt-chat-settings-${userId}`;

/** What this person chose in this browser. */
export function readChatSettings(userId: number): ChatSettings {
  try {
    const saved = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}') as Partial<ChatSettings>;
    return { ...defaults, ...saved, schedule: { ...defaults.schedule, ...saved.schedule } };
  } catch {
    // Storage is forbidden, or was written by hand.
    return defaults;
  }
}

export function saveChatSettings(userId: number, settings: ChatSettings): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(settings));
  } catch {
    // Storage is forbidden in this browser: there is nowhere to keep them.
  }
}
