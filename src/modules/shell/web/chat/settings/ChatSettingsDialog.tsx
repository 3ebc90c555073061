import { type SubmitEvent, useId, useState } from 'react';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { Switch } from '../../../../../platform/web/ui/Switch.tsx';
import { type ChatSettings, readChatSettings, saveChatSettings } from './chatSettings.ts';
import { MutedChannels } from './MutedChannels.tsx';
import { QuietHours } from './QuietHours.tsx';

interface Props {
  userId: number;
  open: boolean;
  onClose: () => void;
}

const flags = [
  { name: 'all', label: 'All messages', hint: 'Every new message in your channels' },
  { name: 'mentions', label: 'Mentions', hint: 'Messages with your @name' },
  { name: 'threads', label: 'Threads', hint: 'Replies in threads you follow' },
  { name: 'keywords', label: 'Keywords', hint: 'Messages with words you watch for' },
] as const;

/** What of the chat may interrupt, and when; nothing changes before Save Changes. */
export default function ChatSettingsDialog({ userId, open, onClose }: Props) {
  const formId = useId();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Chat Settings"
      description="Saved in this browser."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary">
            Save Changes
          </Button>
        </>
      }
    >
      <SettingsForm id={formId} userId={userId} onSaved={onClose} />
    </Dialog>
  );
}

/** Begins from what is saved each time the dialog opens. */
function SettingsForm(props: { id: string; userId: number; onSaved: () => void }) {
  const [settings, setSettings] = useState(() => readChatSettings(props.userId));
  const change = (part: Partial<ChatSettings>) => setSettings({ ...settings, ...part });
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    saveChatSettings(props.userId, settings);
    props.onSaved();
  };
  return (
    <form id={props.id} onSubmit={save} className="flex flex-col gap-6">
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-3 text-base font-semibold">Notify me about</legend>
        {flags.map(({ name, label, hint }) => (
          <Switch
            key={name}
            label={label}
            hint={hint}
            checked={settings[name]}
            onCheckedChange={(checked) => change({ [name]: checked })}
          />
        ))}
      </fieldset>
      <MutedChannels
        muted={settings.mutedChannels}
        onChange={(mutedChannels) => change({ mutedChannels })}
      />
      <QuietHours schedule={settings.schedule} onChange={(schedule) => change({ schedule })} />
    </form>
  );
}
