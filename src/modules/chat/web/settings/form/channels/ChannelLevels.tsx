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
  { value: '', label: 'As chosen above' },
  { value: 'all', label: 'All messages' },
  { value: 'mentions', label: 'Mentions only' },
  { value: 'nothing', label: 'Nothing' },
];

/** How much of single channels one hears. */
export function ChannelLevels({ levels, error, onChange }: Props) {
  const set = (id: string, level: string) => {
    const { [id]: _, ...others } = levels;
    onChange(level === '' ? others : { ...others, [id]: level as ChannelLevel });
  };
  return (
    <ChannelFieldset
      title="Single channels"
      hint="Goes before what you chose above. Nothing means nothing: not even your own @name."
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
