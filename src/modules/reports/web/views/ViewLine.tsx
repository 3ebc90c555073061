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
import { queryLabel } from '../report/filters/labels.ts';
import { timingOf, viewHref } from './labels.ts';
import { type Doing, type Person, useDelete, useLeave, useSend, useShare } from './useViews.ts';

interface Props {
  view: View;
  me: Person;
  /** Not known where the report itself is not theirs to read. */
  description: Description | undefined;
  onDo: (doing: Doing) => void;
}

/** A saved view: what it asks, whose it is, when it comes by mail, and what one can do with it. */
export function ViewLine({ view, me, description, onDo }: Props) {
  const words = description
    ? `${description.title} · ${queryLabel(view.question, description)}`
    : 'This report is not yours to read';
  return (
    <li className="flex min-h-14 items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            href={viewHref(view)}
            className="min-w-0 truncate font-medium text-text hover:underline"
          >
            {view.name}
          </Link>
          {view.isShared && <Badge icon={Users}>Shared</Badge>}
          {view.schedule && (
            <Badge tone={view.isReceived ? 'accent' : 'neutral'} icon={Mail}>
              {`Mailed ${timingOf(view.schedule)}`}
            </Badge>
          )}
        </p>
        <p className="truncate text-sm text-muted">
          {view.owner.id === me.id ? words : `${words} · from ${view.owner.name}`}
        </p>
      </div>
      <Acts view={view} onDo={onDo} />
    </li>
  );
}

function Acts({ view, onDo }: Pick<Props, 'view' | 'onDo'>) {
  const [asking, setAsking] = useState(false);
  const share = useShare(view);
  const leave = useLeave(view);
  const send = useSend(view);
  const drop = useDelete(view);
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <IconButton icon={Ellipsis} label={`More about ${view.name}`} />
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem icon={Send} onSelect={() => send.mutate()}>
            Send to me now
          </MenuItem>
          {view.isReceived && (
            <MenuItem icon={MailX} onSelect={() => leave.mutate()}>
              Stop its mails to me
            </MenuItem>
          )}
          {view.may.change && (
            <>
              <MenuItem icon={CalendarClock} onSelect={() => onDo({ what: 'schedule', view })}>
                Schedule
              </MenuItem>
              <MenuItem icon={Pencil} onSelect={() => onDo({ what: 'rename', view })}>
                Rename
              </MenuItem>
              <MenuItem icon={Users} onSelect={() => share.mutate(!view.isShared)}>
                {view.isShared ? 'Stop sharing' : 'Share'}
              </MenuItem>
              <MenuSeparator />
              <MenuItem icon={Trash2} danger onSelect={() => setAsking(true)}>
                Delete
              </MenuItem>
            </>
          )}
        </MenuContent>
      </Menu>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete “${view.name}”?`}
        description={
          view.schedule
            ? 'The view goes, and its mails stop for everybody who gets them.'
            : 'The report itself stays; only this view of it goes.'
        }
        confirmLabel="Delete view"
        danger
        pending={drop.isPending}
        onConfirm={() => drop.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </>
  );
}
