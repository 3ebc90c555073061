import { Checkbox } from '../../../../../../platform/web/ui/Checkbox.tsx';
import { ChannelFieldset } from './ChannelFieldset.tsx';

interface Props {
  muted: readonly string[];
  error: string | undefined;
  onChange: (muted: string[]) => void;
}

/** The channels that interrupt only by one's own name. */
export function MutedChannels({ muted, error, onChange }: Props) {
  const toggle = (id: string, checked: boolean) =>
    onChange(checked ? [...muted, id] : muted.filter((other) => other !== id));
  return (
    <ChannelFieldset
      title="Muted channels"
      hint="From these only messages with your own @name reach you."
      error={error}
      others={muted}
    >
      {({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={muted.includes(id)}
          onCheckedChange={(checked) => toggle(id, checked)}
        />
      )}
    </ChannelFieldset>
  );
}
