import { SelectField } from '../../../../../../platform/web/ui/SelectField.tsx';
import type { ChannelLevel } from '../../../../contract/settings.ts';
import { ChannelFieldset } from './ChannelFieldset.tsx';

type Levels = Record<string, ChannelLevel>;

interface Props {
  levels: Levels;
  error: string | undefined;
  onChange: (levels: Levels) => void;
}

const options = [
  { value: '', label: 'Default' },
  { value: 'all', label: 'All messages' },
  { value: 'mentions', label: 'Mentions only' },
  { value: 'nothing', label: 'Nothing' },
];

/** The notification level of single channels. */
export function ChannelLevels({ levels, error, onChange }: Props) {
  const set = (id: string, level: string) => {
    const { [id]: _, ...others } = levels;
    onChange(level === '' ? others : { ...others, [id]: level as ChannelLevel });
  };
  return (
    <ChannelFieldset
      title="Per-channel settings"
      hint="Overrides the default. “Nothing” also mutes @mentions."
      error={error}
      others={Object.keys(levels)}
    >
      {({ id, name }) => (
        <SelectField
          key={id}
          label={name}
          options={options}
          value={levels[id] ?? ''}
          onChange={(event) => set(id, event.target.value)}
        />
      )}
    </ChannelFieldset>
  );
}
