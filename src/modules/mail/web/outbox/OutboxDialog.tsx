import { clsx } from 'clsx';
import { Inbox, MailOpen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { LoadMore } from '../../../../platform/web/ui/LoadMore.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { MailDialogProps } from '../dialog.ts';
import { MailFilters } from './MailFilters.tsx';
import { MailRow } from './MailRow.tsx';
import { MailView } from './MailView.tsx';
import { type OutboxFilters, useOutbox } from './useOutbox.ts';

const all: OutboxFilters = { state: '', category: '', search: '' };

/** All waiting, sent and failed emails. */
export default function OutboxDialog({ open, onClose }: MailDialogProps) {
  const [filters, setFilters] = useState(all);
  const [selected, select] = useState<string | null>(null);
  const { mails, error, refetch, ...more } = useOutbox(filters);
  const opener = useRef<HTMLElement>(null);
  // On a phone the email replaces the list: going back restores the focus.
  useEffect(() => {
    if (selected === null) opener.current?.focus();
  }, [selected]);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      size="xl"
      title="Email outbox"
      description="Emails from Forecourt, newest first. Account links and private messages are hidden."
    >
      <div className="grid gap-5 lg:h-[min(620px,66dvh)] lg:grid-cols-[400px_minmax(0,1fr)]">
        <div className={clsx('flex min-h-0 min-w-0 flex-col gap-3', selected && 'max-lg:hidden')}>
          <MailFilters filters={filters} onChange={setFilters} />
          {error && !mails && <NotLoaded isInline what="emails" error={error} onRetry={refetch} />}
          {!mails && !error && <Skeleton className="h-[50dvh] lg:h-full" />}
          {mails?.length === 0 && <NoEmails filters={filters} onReset={() => setFilters(all)} />}
          {mails && mails.length > 0 && (
            <ul
              aria-label="Emails"
              className="divide-y divide-border rounded-md border border-border lg:scroll-area lg:min-h-0 lg:overflow-y-auto"
            >
              {mails.map((mail) => (
                <MailRow
                  key={mail.id}
                  mail={mail}
                  isShown={mail.id === selected}
                  onShow={(row) => {
                    opener.current = row;
                    select(mail.id);
                  }}
                />
              ))}
              {more.hasNextPage && (
                <li>
                  <LoadMore
                    isManual
                    pending={more.isFetchingNextPage}
                    onMore={() => void more.fetchNextPage()}
                  />
                </li>
              )}
            </ul>
          )}
        </div>
        {selected ? (
          <MailView key={selected} mailId={selected} onBack={() => select(null)} />
        ) : (
          <div className="grid place-items-center rounded-md bg-sunken max-lg:hidden">
            <EmptyState
              icon={MailOpen}
              title="No email selected"
              description="Select an email to see its content and delivery status."
            />
          </div>
        )}
      </div>
    </Dialog>
  );
}

function NoEmails({ filters, onReset }: { filters: OutboxFilters; onReset: () => void }) {
  const filtered = filters.state || filters.category || filters.search;
  if (filtered) {
    return (
      <EmptyState
        icon={Inbox}
        title="No emails match these filters"
        action={<Button onClick={onReset}>Clear filters</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={Inbox}
      title="No emails yet"
      description="Emails from Forecourt appear here. Send a test email to check delivery."
    />
  );
}
