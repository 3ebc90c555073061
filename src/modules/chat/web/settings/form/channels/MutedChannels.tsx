import { Checkbox } from '../../../../../../platform/web/ui/Checkbox.tsx';
import { ChannelFieldset } from './ChannelFieldset.tsx';

interface Props {
  muted: readonly string[];
  error: string | undefined;
  onChange: (muted: string[]) => void;
}

/** Channels that notify only for mentions of the user. */
export function MutedChannels({ muted, error, onChange }: Props) {
  const toggle = (id: string, checked: boolean) =>
    onChange(checked ? [...muted, id] : muted.filter((other) => other !== id));
  return (
    <ChannelFieldset
      title="Muted channels"
      hint="Only messages that @mention you notify you."
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
