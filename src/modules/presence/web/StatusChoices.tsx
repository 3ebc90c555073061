import { MenuLabel, MenuRadioGroup, MenuRadioItem } from '../../../platform/web/ui/Menu.tsx';
import { StatusDot, statusLabel } from '../../../platform/web/ui/StatusDot.tsx';
import { type ShownStatus, type Status, statuses } from '../../people/contract.ts';
import { statusDescriptions } from '../contract.ts';

export interface StatusChoicesProps {
  status: ShownStatus;
  onPick: (status: Status) => void;
}

/** The six statuses to choose from, as menu items. */
export function StatusChoices({ status, onPick }: StatusChoicesProps) {
  return (
    <>
      <MenuLabel>Status</MenuLabel>
      <MenuRadioGroup value={status} onValueChange={(value) => onPick(value as Status)}>
        {statuses.map((value) => (
          <MenuRadioItem
            key={value}
            value={value}
            icon={<StatusDot status={value} labelled={false} />}
            description={statusDescriptions[value]}
          >
            {statusLabel(value)}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </>
  );
}
