import { Menu, MenuContent, MenuTrigger } from '../../../platform/web/ui/Menu.tsx';
import { StatusDot, statusLabel } from '../../../platform/web/ui/StatusDot.tsx';
import { StatusChoices, type StatusChoicesProps } from './StatusChoices.tsx';

/** The user's own status; opens the menu to change it. */
export function StatusButton(choices: StatusChoicesProps) {
  const label = statusLabel(choices.status);
  return (
    <Menu>
      <MenuTrigger
        aria-label={`Your status: ${label}`}
        className="flex h-row shrink-0 items-center gap-2 rounded-md px-2.5 text-base text-text hover:bg-hover data-[state=open]:bg-hover"
      >
        <StatusDot status={choices.status} labelled={false} />
        <span className="hidden @4xl:inline">{label}</span>
      </MenuTrigger>
      <MenuContent align="end" className="w-64">
        <StatusChoices {...choices} />
      </MenuContent>
    </Menu>
  );
}
