import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReplyOf } from '../../../../platform/contract/endpoint.ts';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { LoadFailure } from '../../../../platform/web/ui/LoadFailure.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../../platform/web/ui/Tabs.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { getOutboxMail, resendMail } from '../../contract.ts';
import { MailPaper } from '../paper/MailPaper.tsx';
import { outboxKey } from './useOutbox.ts';

const lookMs = 5_000;
type Mail = ReplyOf<typeof getOutboxMail>;

interface Props {
  mailId: string;
  onBack: () => void;
}

/** One mail: what became of it, its head and what it says. */
export function MailView({ mailId, onBack }: Props) {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(getOutboxMail, { params: { mailId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.state === 'sent' ? false : lookMs),
  });
  const back = useRef<HTMLButtonElement>(null);
  // Where the list is beside it the button is not shown, and the row keeps the keyboard.
  useEffect(() => back.current?.focus(), []);
  return (
    <section
      aria-label="Mail"
      className="flex min-w-0 flex-col gap-3 lg:scroll-area lg:overflow-y-auto"
    >
      <div className="lg:hidden">
        <Button ref={back} size="sm" variant="ghost" onClick={onBack}>
          <ArrowLeft aria-hidden="true" />
          All mails
        </Button>
      </div>
      {error && !data && <LoadFailure error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-[50dvh] lg:h-full" />}
      {data && (
        <>
          <Outcome mail={data} />
          <Head mail={data} />
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
    onError: (error) =>
      toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' }),
    onSettled: () => client.invalidateQueries({ queryKey: outboxKey }),
  });
  if (mail.state === 'failed') {
    const resend = (
      <Button size="sm" pending={isPending} onClick={() => mutate()}>
        Send again
      </Button>
    );
    return (
      <Notice tone="danger" title="Given up" action={resend}>
        {mail.reason}
      </Notice>
    );
  }
  if (mail.state === 'waiting') {
    return (
      <Notice tone={mail.reason ? 'warning' : 'info'} title="Waiting">
        {mail.reason
          ? `Tried ${mail.attempts === 1 ? 'once' : `${mail.attempts} times`}, and will be tried again. ${mail.reason}`
          : 'It leaves with the next mails.'}
      </Notice>
    );
  }
  const at = exactTime(new Date(mail.sentAt ?? mail.createdAt));
  return (
    <Notice tone="success" title={`Sent on ${at}`}>
      {mail.file
        ? `There is no mail server: it is kept as ${mail.file} in the data folder.`
        : 'The mail server has taken it.'}
    </Notice>
  );
}

function Head({ mail }: { mail: Mail }) {
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
    return <p className="text-sm text-muted">What this mail said is not kept.</p>;
  }
  return (
    <Tabs defaultValue={html ? 'html' : 'text'}>
      <TabList aria-label="What it says">
        {html && <Tab value="html">HTML</Tab>}
        <Tab value="text">Plain text</Tab>
      </TabList>
      {html && (
        <TabPanel value="html">
          <MailPaper html={html} title="The mail" className="h-[30dvh]" />
        </TabPanel>
      )}
      <TabPanel value="text">
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
          tabIndex={0}
          className="scroll-area max-h-[32dvh] overflow-y-auto rounded-md border border-border bg-sunken p-3 font-mono text-sm whitespace-pre-wrap wrap-anywhere"
        >
          {text}
        </pre>
      </TabPanel>
    </Tabs>
  );
}
