import { clsx } from 'clsx';
import { Inbox, MailOpen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { LoadFailure } from '../../../../platform/web/ui/LoadFailure.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { MailDialogProps } from '../dialog.ts';
import { MailFilters } from './MailFilters.tsx';
import { MailRow } from './MailRow.tsx';
import { MailView } from './MailView.tsx';
import { type OutboxFilters, useOutbox } from './useOutbox.ts';

const all: OutboxFilters = { state: '', category: '', search: '' };

/** Every mail that waits, was sent or was given up. */
export default function OutboxDialog({ open, onClose }: MailDialogProps) {
  const [filters, setFilters] = useState(all);
  const [chosen, choose] = useState<string | null>(null);
  const { mails, error, refetch, ...more } = useOutbox(filters);
  const opener = useRef<HTMLElement>(null);
  // On a phone the list went away while the mail was shown: the keyboard goes on where it was.
  useEffect(() => {
    if (chosen === null) opener.current?.focus();
  }, [chosen]);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onClose()}
      size="xl"
      title="Mail"
      description="What Forecourt has mailed, the latest first. Links that open an account and what people wrote to each other are not shown."
    >
      <div className="grid gap-5 lg:h-[min(620px,66dvh)] lg:grid-cols-[400px_minmax(0,1fr)]">
        <div className={clsx('flex min-h-0 min-w-0 flex-col gap-3', chosen && 'max-lg:hidden')}>
          <MailFilters filters={filters} onChange={setFilters} />
          {error && !mails && <LoadFailure error={error} onRetry={refetch} />}
          {!mails && !error && <Skeleton className="h-[50dvh] lg:h-full" />}
          {mails?.length === 0 && <Nothing filters={filters} onReset={() => setFilters(all)} />}
          {mails && mails.length > 0 && (
            <ul
              aria-label="Mails"
              className="divide-y divide-border rounded-md border border-border lg:scroll-area lg:min-h-0 lg:overflow-y-auto"
            >
              {mails.map((mail) => (
                <MailRow
                  key={mail.id}
                  mail={mail}
                  isShown={mail.id === chosen}
                  onShow={(row) => {
                    opener.current = row;
                    choose(mail.id);
                  }}
                />
              ))}
              {more.hasNextPage && (
                <li className="p-2 text-center">
                  <Button
                    size="sm"
                    pending={more.isFetchingNextPage}
                    onClick={() => void more.fetchNextPage()}
                  >
                    Show more
                  </Button>
                </li>
              )}
            </ul>
          )}
        </div>
        {chosen ? (
          <MailView key={chosen} mailId={chosen} onBack={() => choose(null)} />
        ) : (
          <div className="grid place-items-center rounded-md bg-sunken max-lg:hidden">
            <EmptyState
              icon={MailOpen}
              title="No mail chosen"
              description="Choose one at the left to see what it says and what became of it."
            />
          </div>
        )}
      </div>
    </Dialog>
  );
}

function Nothing({ filters, onReset }: { filters: OutboxFilters; onReset: () => void }) {
  const filtered = filters.state || filters.category || filters.search;
  if (filtered) {
    return (
      <EmptyState
        icon={Inbox}
        title="No mail matches"
        action={<Button onClick={onReset}>Show all</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={Inbox}
      title="No mail yet"
      description="What Forecourt mails appears here. Send a test email to see whether mail arrives."
    />
  );
}
