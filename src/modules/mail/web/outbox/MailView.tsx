import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReplyOf } from '../../../../platform/contract/endpoint.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../../platform/web/ui/Tabs.tsx';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import { getOutboxMail, resendMail } from '../../contract.ts';
import { MailPaper } from '../paper/MailPaper.tsx';
import { outboxKey } from './useOutbox.ts';

const refetchMs = 5_000;
type Mail = ReplyOf<typeof getOutboxMail>;

interface Props {
  mailId: string;
  onBack: () => void;
}

/** One email: delivery status, headers and content. */
export function MailView({ mailId, onBack }: Props) {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(getOutboxMail, { params: { mailId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'sent' ? false : refetchMs),
  });
  const back = useRef<HTMLButtonElement>(null);
  // On wide screens the button is hidden and the focus stays on the row.
  useEffect(() => back.current?.focus(), []);
  return (
    <section
      aria-label="Email"
      className="flex min-w-0 flex-col gap-3 lg:scroll-area lg:overflow-y-auto"
    >
      <div className="lg:hidden">
        <Button ref={back} size="sm" variant="ghost" onClick={onBack}>
          <ArrowLeft aria-hidden="true" />
          All emails
        </Button>
      </div>
      {error && !data && <NotLoaded isInline what="this email" error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-[50dvh] lg:h-full" />}
      {data && (
        <>
          <Outcome mail={data} />
          <Headers mail={data} />
          <MailText mail={data} />
        </>
      )}
    </section>
  );
}

function Outcome({ mail }: { mail: Mail }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(resendMail, { params: { mailId: mail.id } }),
    onError: (error) => toastError(error),
    onSettled: () => client.invalidateQueries({ queryKey: outboxKey }),
  });
  if (mail.state === 'failed') {
    const resend = (
      <Button size="sm" pending={isPending} onClick={() => mutate()}>
        Resend
      </Button>
    );
    return (
      <Notice tone="danger" title="Failed" action={resend}>
        {mail.reason}
      </Notice>
    );
  }
  if (mail.state === 'waiting') {
    return (
      <Notice tone={mail.reason ? 'warning' : 'info'} title="Waiting">
        {mail.reason
          ? `Tried ${mail.attempts === 1 ? 'once' : `${mail.attempts} times`}, and will be retried. ${mail.reason}`
          : 'It will be sent shortly.'}
      </Notice>
    );
  }
  const at = exactTime(new Date(mail.sentAt ?? mail.createdAt));
  return (
    <Notice tone="success" title={`Sent on ${at}`}>
      {mail.file
        ? `No mail server is configured. Saved as ${mail.file} in the data folder.`
        : 'Accepted by the mail server.'}
    </Notice>
  );
}

function Headers({ mail }: { mail: Mail }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {mail.headers.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="wrap-anywhere text-text">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function MailText({ mail: { html, text } }: { mail: Mail }) {
  if (html === null && text === null) {
    return <p className="text-sm text-muted">The content of this email isn’t stored.</p>;
  }
  return (
    <Tabs defaultValue={html ? 'html' : 'text'}>
      <TabList aria-label="Content">
        {html && <Tab value="html">HTML</Tab>}
        <Tab value="text">Plain text</Tab>
      </TabList>
      {html && (
        <TabPanel value="html">
          <MailPaper html={html} title="Email" className="h-[30dvh]" />
        </TabPanel>
      )}
      <TabPanel value="text">
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it can be scrolled by keyboard
          tabIndex={0}
          className="scroll-area max-h-[32dvh] overflow-y-auto rounded-md border border-border bg-sunken p-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere"
        >
          {text}
        </pre>
      </TabPanel>
    </Tabs>
  );
}
