import { useQuery } from '@tanstack/react-query';
import { Server } from 'lucide-react';
import { Suspense, useState } from 'react';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { relativeTime } from '../../../../platform/web/time/relativeTime.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { type MailDialog, MailDialogs } from '../../../mail/web/public.ts';
import { getSystemInformation, type SystemInformation } from '../../contract/information.ts';
import { Card } from '../parts/Card.tsx';
import { type Fact, Facts } from '../parts/Facts.tsx';

const LogsDialog = lazyPart(() => import('../logs/LogsDialog.tsx'), { place: 'dialog' });

const notConfigured = <span className="text-muted">Not configured</span>;
const never = <span className="text-muted">Never</span>;

interface Props {
  /** Sees versions and status. */
  oversees: boolean;
  /** Uses the tools. */
  manages: boolean;
}

/** Versions and status of this installation, and the tools for email and logs; each has a permission of its own. */
export function InformationCard({ oversees, manages }: Props) {
  const [mail, showMail] = useState<MailDialog | null>(null);
  const [logs, setLogs] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <Card icon={Server} title={oversees ? 'System Information' : 'System Tools'}>
      <div className="flex flex-col gap-4">
        {oversees && <Information />}
        {manages && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => showMail('templates')}>Email Templates</Button>
            <Button onClick={() => showMail('test')}>Send Test Email</Button>
            <Button onClick={() => setLogs('open')}>View System Logs</Button>
          </div>
        )}
      </div>
      <Suspense>
        {logs !== 'never' && (
          <LogsDialog open={logs === 'open'} onClose={() => setLogs('closed')} />
        )}
      </Suspense>
      <MailDialogs shown={mail} onClose={() => showMail(null)} />
    </Card>
  );
}

function Information() {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(getSystemInformation),
    staleTime: 0,
  });
  if (error && !data) {
    return <NotLoaded isInline what="system information" error={error} onRetry={refetch} />;
  }
  return <Facts facts={factsOf(data)} />;
}

function factsOf(known: SystemInformation | undefined): Fact[] {
  const fact = (name: string, value: (from: SystemInformation) => Fact['value']): Fact => ({
    name,
    value: known && value(known),
  });
  return [
    fact('Version', ({ version }) => version),
    fact('Environment', ({ environment }) =>
      environment === 'production' ? 'Production' : 'Development',
    ),
    fact('Database', ({ database }) => database),
    fact('Last deployment', ({ deployedAt }) => whenOf(deployedAt) ?? notConfigured),
    fact('SSL certificate', ({ certificate }) => certificateOf(certificate)),
    fact('Last security audit', ({ lastAuditAt }) => whenOf(lastAuditAt) ?? never),
    fact('Last backup', ({ lastBackupAt }) => whenOf(lastBackupAt) ?? notConfigured),
    fact('Active sessions', ({ activeSessions }) => activeSessions.toLocaleString('en-US')),
    fact('Storage', ({ disk }) => diskOf(disk)),
  ];
}

function whenOf(at: string | null) {
  if (at === null) return null;
  const date = new Date(at);
  return (
    <time dateTime={at} title={exactTime(date)}>
      {relativeTime(date, new Date())}
    </time>
  );
}

const certificateLabels = {
  valid: 'Valid',
  'ends soon': 'Ends soon',
  'not valid': 'Not valid',
  'not reachable': 'Not reachable',
};

function certificateOf(certificate: SystemInformation['certificate']) {
  if (!certificate) return notConfigured;
  const { state, validUntil } = certificate;
  const until = validUntil && `, until ${exactTime(new Date(validUntil))}`;
  return (
    <span className={state === 'valid' ? '' : 'text-danger-text'}>
      {certificateLabels[state]}
      {until}
    </span>
  );
}

function diskOf(disk: SystemInformation['disk']) {
  if (!disk) return <span className="text-muted">Not measured</span>;
  const { freeBytes, totalBytes } = disk;
  const used = Math.round((1 - freeBytes / totalBytes) * 100);
  return `${used}% used, ${Math.round(freeBytes / 1e9).toLocaleString('en-US')} GB free`;
}
