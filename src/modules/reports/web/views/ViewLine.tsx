import { CalendarClock, Ellipsis, Mail, MailX, Pencil, Send, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuSeparator,
  MenuTrigger,
} from '../../../../platform/web/ui/Menu.tsx';
import type { Description } from '../../contract/report.ts';
import type { View } from '../../contract/views.ts';
import { queryLabel } from '../state/labels.ts';
import {
  type Person,
  useDelete,
  useLeave,
  useSend,
  useShare,
  type ViewDialog,
} from '../state/useViews.ts';
import { timingOf, viewHref } from './labels.ts';

interface Props {
  view: View;
  me: Person;
  /** Undefined when the user may not read the report. */
  description: Description | undefined;
  onOpen: (dialog: ViewDialog) => void;
}

export function ViewLine({ view, me, description, onOpen }: Props) {
  const summary = description
    ? `${description.title} · ${queryLabel(view.question, description)}`
    : 'No access to this report';
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            href={viewHref(view)}
            className="min-w-0 font-medium wrap-anywhere text-text hover:underline"
          >
            {view.name}
          </Link>
          {view.isShared && <Badge icon={Users}>Shared</Badge>}
          {view.schedule && (
            <Badge tone={view.isReceived ? 'accent' : 'neutral'} icon={Mail}>
              {`Emailed ${timingOf(view.schedule)}`}
            </Badge>
          )}
        </p>
        <p className="truncate text-sm text-muted">
          {view.owner.id === me.id ? summary : `${summary} · by ${view.owner.name}`}
        </p>
      </div>
      <ViewActions view={view} onOpen={onOpen} />
    </li>
  );
}

function ViewActions({ view, onOpen }: Pick<Props, 'view' | 'onOpen'>) {
  const [confirming, setConfirming] = useState(false);
  const share = useShare(view);
  const leave = useLeave(view);
  const send = useSend(view);
  const remove = useDelete(view);
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <IconButton icon={Ellipsis} label={`More actions for ${view.name}`} />
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem icon={Send} onSelect={() => send.mutate()}>
            Send to me now
          </MenuItem>
          {view.isReceived && (
            <MenuItem icon={MailX} onSelect={() => leave.mutate()}>
              Stop emails to me
            </MenuItem>
          )}
          {view.may.change && (
            <>
              <MenuItem icon={CalendarClock} onSelect={() => onOpen({ what: 'schedule', view })}>
                Schedule
              </MenuItem>
              <MenuItem icon={Pencil} onSelect={() => onOpen({ what: 'rename', view })}>
                Rename
              </MenuItem>
              <MenuItem icon={Users} onSelect={() => share.mutate(!view.isShared)}>
                {view.isShared ? 'Stop sharing' : 'Share'}
              </MenuItem>
              <MenuSeparator />
              <MenuItem icon={Trash2} danger onSelect={() => setConfirming(true)}>
                Delete
              </MenuItem>
            </>
          )}
        </MenuContent>
      </Menu>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Delete “${view.name}”?`}
        description={
          view.schedule
            ? 'The view is deleted, and its emails stop for all recipients.'
            : 'Only this view is deleted, not the report.'
        }
        confirmLabel="Delete view"
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSettled: () => setConfirming(false) })}
      />
    </>
  );
}
