import { SlidersHorizontal } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import {
  Popover,
  PopoverContent,
  PopoverTrigger,
} from '../../../../../platform/web/ui/Popover.tsx';
import type { User } from '../../../../people/contract.ts';
import { RightsFields } from '../../parts/RightsFields.tsx';
import type { Actor } from '../../rules/allowance.ts';
import { fullName } from '../../rules/labels.ts';
import { type Rights, rightsOf } from '../../rules/rights.ts';
import { noticeLostFullAccess } from '../../state/fullAccessNotice.ts';
import type { RowActionSet } from '../../state/useRowActions.ts';

interface Props {
  user: User;
  actor: Actor;
  actions: RowActionSet;
}

/** An account's permissions as checkboxes that take effect immediately. */
export function PermissionsPopover({ user, actor, actions }: Props) {
  const name = fullName(user);
  // Keeps the checked state until the last reply has arrived.
  const [draft, setDraft] = useState<Rights>();
  const sent = useRef(0);
  const shown = draft ?? user;
  const change = (rights: Rights, switched: string) => {
    const turn = ++sent.current;
    setDraft(rights);
    actions.setRights({ ...user, ...rightsOf(shown) }, rights, () => {
      if (turn === sent.current) setDraft(undefined);
    });
    noticeLostFullAccess(shown, rights, switched);
  };
  return (
    <Popover>
      <PopoverTrigger asChild>
        <IconButton size="sm" label={`Permissions of ${name}`} icon={SlidersHorizontal} />
      </PopoverTrigger>
      <PopoverContent className="w-[420px] p-4" label={`Permissions of ${name}`}>
        <p className="pb-3 text-base font-semibold">{name}</p>
        <div className="flex flex-col gap-4">
          <RightsFields rights={shown} actor={actor} onChange={change} />
        </div>
        <p className="pt-3 text-xs text-muted">Changes take effect immediately.</p>
      </PopoverContent>
    </Popover>
  );
}
