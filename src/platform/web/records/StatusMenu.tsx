import { ChevronDown } from 'lucide-react';
import { Button } from '../ui/Button.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../ui/Menu.tsx';

interface Props<Next extends { status: string }> {
  label?: string;
  /** The statuses that the user may set now; without any there is no menu. */
  become: readonly Next[];
  names: Record<Next['status'], string>;
  /** Where the name of the status doesn’t say what happens, such as undoing something. */
  labelOf?: (next: Next) => string | undefined;
  /** Whether more is asked before the change, which three dots announce. */
  needsDialog: (next: Next) => boolean;
  pending: boolean;
  onChoose: (next: Next) => void;
}

export function StatusMenu<Next extends { status: string }>(props: Props<Next>) {
  const { label = 'Change status', become, names, labelOf, needsDialog, pending, onChoose } = props;
  if (become.length === 0) return null;
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="primary" pending={pending}>
          {label}
          <ChevronDown aria-hidden="true" />
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        {become.map((next) => (
          <MenuItem key={next.status} onSelect={() => onChoose(next)}>
            {labelOf?.(next) ?? names[next.status as Next['status']]}
            {needsDialog(next) && '…'}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
