import {
  ClipboardList,
  Download,
  Ellipsis,
  FileUp,
  Mail,
  ScrollText,
  Send,
  UserPlus,
} from 'lucide-react';
import { Link } from 'wouter';
import { Button, buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { CountBadge } from '../../../../platform/web/ui/CountBadge.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../../platform/web/ui/Menu.tsx';
import type { MailDialog } from '../../../mail/web/public.ts';

export type View = 'review' | 'activity';

interface Props {
  readOnly: boolean;
  /** The number of pending registrations. */
  waiting: number;
  /** The number of name changes the user may decide. */
  nameChanges: number;
  showsActivity: boolean;
  /** Whether the user may edit email templates. */
  managesMail: boolean;
  onAdd: () => void;
  onRegistrations: () => void;
  onImport: () => void;
  onExport: () => void;
  onView: (view: View) => void;
  onMail: (dialog: MailDialog) => void;
}

/** Adding users, and what is done with all of them. */
export function ListActions(props: Props) {
  const { readOnly, waiting, nameChanges } = props;
  return (
    <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
      {nameChanges > 0 && (
        <Link href="/profile#name-changes" className={buttonClasses()}>
          Name changes
          <CountBadge count={nameChanges} label="waiting" />
        </Link>
      )}
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
  );
}

function MoreMenu(props: Props) {
  const { readOnly, showsActivity, managesMail, onImport, onExport, onView, onMail } = props;
  if (readOnly && !showsActivity && !managesMail) return null;
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
        {managesMail && (
          <>
            <MenuItem icon={Mail} onSelect={() => onMail('templates')}>
              Email templates
            </MenuItem>
            <MenuItem icon={Send} onSelect={() => onMail('test')}>
              Send test email
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
