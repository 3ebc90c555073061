import {
  ClipboardList,
  Download,
  Ellipsis,
  FileUp,
  ScrollText,
  Search,
  UserPlus,
} from 'lucide-react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { CountBadge } from '../../../../platform/web/ui/CountBadge.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../../platform/web/ui/Menu.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';

export type View = 'review' | 'activity';

interface Props {
  typed: string;
  onType: (typed: string) => void;
  totalUsers: number | undefined;
  readOnly: boolean;
  /** Registrations that wait for approval. */
  waiting: number;
  showsActivity: boolean;
  onAdd: () => void;
  onRegistrations: () => void;
  onImport: () => void;
  onExport: () => void;
  onView: (view: View) => void;
}

/** Above the list: finding somebody, how many there are, and what begins something new. */
export function UserToolbar(props: Props) {
  const { typed, onType, totalUsers, readOnly, waiting } = props;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <TextField
        label="Search users"
        labelHidden
        type="search"
        icon={Search}
        autoComplete="off"
        placeholder="Search by name, username, email, or department..."
        className="w-full @2xl:max-w-[26rem] @2xl:flex-1"
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !typed) return;
          event.preventDefault();
          onType('');
        }}
      />
      <p role="status" className="text-sm text-muted tabular-nums">
        {totalUsers === undefined ? ' ' : `${totalUsers.toLocaleString('en-US')} total users`}
      </p>
      <div className="ml-auto flex items-center gap-2">
        {!readOnly && waiting > 0 && (
          <Button onClick={props.onRegistrations}>
            Registrations
            <CountBadge count={waiting} label="waiting" />
          </Button>
        )}
        <MoreMenu {...props} />
        {!readOnly && (
          <Button variant="primary" onClick={props.onAdd}>
            <UserPlus aria-hidden="true" />
            Add New User
          </Button>
        )}
      </div>
    </div>
  );
}

function MoreMenu({ readOnly, showsActivity, onImport, onExport, onView }: Props) {
  if (readOnly && !showsActivity) return null;
  return (
    <Menu>
      <MenuTrigger asChild>
        <IconButton label="More" icon={Ellipsis} variant="secondary" />
      </MenuTrigger>
      <MenuContent align="end">
        {!readOnly && (
          <>
            <MenuItem icon={ClipboardList} onSelect={() => onView('review')}>
              Access review
            </MenuItem>
            <MenuItem icon={FileUp} onSelect={onImport}>
              Import from CSV
            </MenuItem>
            <MenuItem icon={Download} onSelect={onExport}>
              Export as CSV
            </MenuItem>
          </>
        )}
        {showsActivity && (
          <MenuItem icon={ScrollText} onSelect={() => onView('activity')}>
            Activity log
          </MenuItem>
        )}
      </MenuContent>
    </Menu>
  );
}
