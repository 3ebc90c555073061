import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { type Channel, channels, type Topic, topics, wordings } from '../../contract/fields.ts';
import { type Consent, type CustomerRecord, setConsent } from '../../contract/records.ts';
import { Section } from '../parts/Section.tsx';
import { channelNames, dateOf, optionsOf, topicNames } from '../state/labels.ts';
import { setCustomer } from '../state/useCustomers.ts';

const sources = {
  in_person: 'In person',
  phone: 'By phone',
  web: 'On the web',
  message: 'By message',
  paper: 'On paper',
  import: 'From a file',
};
type Source = 'in_person' | 'phone' | 'web' | 'message' | 'paper';
const { import: _, ...sourceNames } = sources;

interface Props {
  record: CustomerRecord;
}

/** Current consents by channel and topic. */
export function ConsentPanel({ record }: Props) {
  const [open, setOpen] = useState(false);
  const consents = record.consents.toSorted(
    (a, b) => channels.indexOf(a.channel) - channels.indexOf(b.channel),
  );
  return (
    <Section
      title="Consents"
      action={
        record.may.edit && (
          <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
            Record
          </Button>
        )
      }
    >
      {consents.length === 0 && <p className="text-sm text-muted">No consents recorded yet.</p>}
      <ul className="flex flex-col gap-2">
        {consents.map((one) => (
          <ConsentLine key={`${one.channel} ${one.topic}`} consent={one} />
        ))}
      </ul>
      <ConsentDialog record={record} open={open} close={() => setOpen(false)} />
    </Section>
  );
}

function ConsentLine({ consent }: { consent: Consent }) {
  const { channel, topic, granted, source, wording, at, by } = consent;
  return (
    <li className="text-sm">
      <span className="flex items-center justify-between gap-2">
        <span>{`${channelNames[channel]}, ${topicNames[topic].toLowerCase()}`}</span>
        <Badge tone={granted ? 'success' : 'danger'}>{granted ? 'Consented' : 'Withdrawn'}</Badge>
      </span>
      <span className="block text-xs text-muted">
        {`${sources[source as keyof typeof sources] ?? source}, ${dateOf(at)}, ${by} · ${wording}`}
      </span>
    </li>
  );
}

function ConsentDialog({
  record,
  open,
  close,
}: {
  record: CustomerRecord;
  open: boolean;
  close: () => void;
}) {
  const client = useQueryClient();
  const [channel, setChannel] = useState<Channel>('text');
  const [topic, setTopic] = useState<Topic>('marketing');
  const [source, setSource] = useState<Source>('in_person');
  const clientId = useRef(crypto.randomUUID());
  const { mutate, isPending } = useMutation({
    mutationFn: (granted: boolean) =>
      call(setConsent, {
        params: { customerId: record.id },
        body: { clientId: clientId.current, channel, topic, granted, source },
      }),
    onSuccess: (saved) => {
      clientId.current = crypto.randomUUID();
      setCustomer(client, saved);
      close();
    },
    onError: (error) => toastFailure(error, 'Couldn’t record consent'),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || close()}
      title="Record consent"
      footer={
        <>
          <Button pending={isPending} onClick={() => mutate(false)}>
            Withdraws consent
          </Button>
          <Button variant="primary" pending={isPending} onClick={() => mutate(true)}>
            Gives consent
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <SelectField
          label="Channel"
          options={optionsOf(channelNames)}
          value={channel}
          onChange={(event) => setChannel(event.target.value as Channel)}
        />
        <SelectField
          label="Topic"
          options={topics.map((value) => ({ value, label: topicNames[value] }))}
          value={topic}
          onChange={(event) => setTopic(event.target.value as Topic)}
        />
        <SelectField
          label="Source"
          options={optionsOf(sourceNames)}
          value={source}
          onChange={(event) => setSource(event.target.value as Source)}
        />
        <Notice title={`Read this to the customer (${wordings[channel].version})`}>
          {wordings[channel].text}
        </Notice>
      </div>
    </Dialog>
  );
}
