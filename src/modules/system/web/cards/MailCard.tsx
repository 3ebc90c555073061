import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useState } from 'react';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../../platform/web/time/relativeTime.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { getMailSummary, type MailSummary } from '../../../mail/contract.ts';
import { type MailDialog, MailDialogs } from '../../../mail/web/public.ts';
import { Card } from '../parts/Card.tsx';
import { type Fact, Facts } from '../parts/Facts.tsx';

const refetchMs = 30_000;

/** Whether emails are delivered. */
export function MailCard() {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(getMailSummary),
    staleTime: 0,
    refetchInterval: refetchMs,
  });
  const [dialog, show] = useState<MailDialog | null>(null);
  return (
    <Card
      icon={Mail}
      title="Email"
      action={
        <Button size="sm" onClick={() => show('outbox')}>
          Open outbox
        </Button>
      }
    >
      {error && !data ? (
        <NotLoaded isInline what="email status" error={error} onRetry={refetch} />
      ) : (
        <Facts facts={factsOf(data)} />
      )}
      <MailDialogs shown={dialog} onClose={() => show(null)} />
    </Card>
  );
}

function factsOf(known: MailSummary | undefined): Fact[] {
  const fact = (name: string, value: (from: MailSummary) => Fact['value']): Fact => ({
    name,
    value: known && value(known),
  });
  return [
    fact('Delivery', ({ delivery }) =>
      delivery === 'server' ? 'Mail server' : 'Files in the data folder',
    ),
    fact('From', ({ from }) => from),
    fact('Waiting', ({ waiting }) => waiting.toLocaleString('en-US')),
    fact('Failed', ({ failed }) => (
      <span className={failed > 0 ? 'text-danger-text' : ''}>{failed.toLocaleString('en-US')}</span>
    )),
    fact('Last sent', ({ lastSentAt }) => whenOf(lastSentAt)),
  ];
}

function whenOf(at: string | null) {
  if (at === null) return <span className="text-muted">Never</span>;
  const date = new Date(at);
  return (
    <time dateTime={at} title={exactTime(date)}>
      {relativeTime(date, new Date())}
    </time>
  );
}
