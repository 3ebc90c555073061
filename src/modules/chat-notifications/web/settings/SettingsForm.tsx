import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { zoneMark } from '../../../../platform/web/time/zoneLabels.ts';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Switch } from '../../../../platform/web/ui/Switch.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { PushSettings } from '../../../notifications/web/public.ts';
import { type ChatSettings, maxKeywords } from '../../contract.ts';
import { save } from '../state/settingsQuery.ts';
import { ChannelLevels, MutedChannels } from './ChannelSettings.tsx';
import {
  changeOf,
  formatEnd,
  type PauseChoice,
  parseKeywords,
  type SettingsDraft,
  toDraft,
} from './draft.ts';
import { type Failure, failureOf } from './failure.ts';
import { QuietHours } from './QuietHours.tsx';

interface Props {
  id: string;
  userId: number;
  settings: ChatSettings;
  onSaving: (saving: boolean) => void;
  onSaved: () => void;
}

const flags = [
  { name: 'all', label: 'All messages', hint: 'Every new message in your channels' },
  { name: 'mentions', label: 'Mentions', hint: 'Messages with your @name, and direct messages' },
  { name: 'threads', label: 'Threads', hint: 'Replies in threads you follow' },
  { name: 'keywords', label: 'Keywords', hint: 'Messages that contain your keywords' },
] as const;

/**
 * Starts from the saved settings each time the dialog opens; ignores changes from other devices
 * meanwhile.
 */
export function SettingsForm({ id, userId, settings, onSaving, onSaved }: Props) {
  const client = useQueryClient();
  const [opened] = useState(settings);
  const [draft, setDraft] = useState(() => toDraft(settings));
  const [failure, setFailure] = useState<Failure>();
  const change = (part: Partial<SettingsDraft>) => setDraft({ ...draft, ...part });

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    onSaving(true);
    setFailure(undefined);
    try {
      await save(client, changeOf(opened, draft, new Date()));
      onSaved();
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      onSaving(false);
    }
  }

  return (
    <form id={id} onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
      {failure?.sentence && (
        <Notice tone="danger" live>
          {failure.sentence}
        </Notice>
      )}
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-3 text-base font-semibold">Notify me about</legend>
        {flags.map(({ name, label, hint }) => (
          <Switch
            key={name}
            label={label}
            hint={hint}
            checked={draft[name]}
            onCheckedChange={(checked) => change({ [name]: checked })}
          />
        ))}
        {draft.keywords && (
          <Keywords
            text={draft.keywordText}
            error={failure?.keywords}
            onChange={(keywordText) => change({ keywordText })}
          />
        )}
        <Switch
          label="Sound"
          hint="Play a sound with notifications"
          checked={draft.sound}
          onCheckedChange={(sound) => change({ sound })}
        />
      </fieldset>
      <PauseField
        pausedUntil={opened.pausedUntil}
        choice={draft.pause}
        onChange={(pause) => change({ pause })}
      />
      <Switch
        label="Quiet outside my shifts"
        hint="No sound or push outside your published schedule, unless you are clocked in"
        checked={draft.quietOffShift}
        onCheckedChange={(quietOffShift) => change({ quietOffShift })}
      />
      <QuietHours
        schedule={draft.schedule}
        errors={failure?.schedule ?? {}}
        onChange={(schedule) => change({ schedule })}
      />
      <MutedChannels
        muted={draft.mutedChannels}
        error={failure?.mutedChannels}
        onChange={(mutedChannels) => change({ mutedChannels })}
      />
      <ChannelLevels
        levels={draft.channelLevels}
        error={failure?.channelLevels}
        onChange={(channelLevels) => change({ channelLevels })}
      />
      <fieldset>
        <legend className="text-base font-semibold">This device</legend>
        <p className="mb-3 text-xs text-muted">Changes take effect immediately.</p>
        <PushSettings userId={userId} />
      </fieldset>
    </form>
  );
}

interface KeywordsProps {
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** The keywords that notify the user. */
function Keywords({ text, error, onChange }: KeywordsProps) {
  const count = parseKeywords(text).length;
  return (
    <TextArea
      label="Your keywords"
      hint={`Separate them with commas: recall, F-150. ${count} of ${maxKeywords}.`}
      error={error}
      rows={1}
      value={text}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface PauseProps {
  /** The end of the current pause. */
  pausedUntil: string | null;
  choice: PauseChoice;
  onChange: (choice: PauseChoice) => void;
}

const pauseChoices = (): { value: PauseChoice; label: string }[] => [
  { value: 'off', label: 'Off' },
  { value: 'half-hour', label: 'For 30 minutes' },
  { value: 'hour', label: 'For 1 hour' },
  { value: 'tomorrow', label: `Until tomorrow, 8:00 AM${zoneMark(Date.now())}` },
];

/** Pauses notifications for a while. */
function PauseField({ pausedUntil, choice, onChange }: PauseProps) {
  const current = pausedUntil && {
    value: 'kept' as const,
    label: `Until ${formatEnd(new Date(pausedUntil), new Date())}`,
  };
  return (
    <SelectField
      label="Pause notifications"
      hint="Notifications still appear in the bell, without sound or push."
      options={current ? [current, ...pauseChoices()] : pauseChoices()}
      value={choice}
      onChange={(event) => onChange(event.target.value as PauseChoice)}
    />
  );
}
