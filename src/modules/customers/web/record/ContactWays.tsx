import { Mail, MapPin, Phone, PhoneOff } from 'lucide-react';
import { phoneText } from '../../../../platform/contract/phones.ts';
import { Badge, type Tone } from '../../../../platform/web/ui/Badge.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import type { Channel } from '../../contract/fields.ts';
import type { CustomerRecord } from '../../contract/records.ts';
import { languageNames, phoneKindNames } from '../state/labels.ts';

/** Phones, emails and addresses, with the consents next to them. */
export function ContactWays({ record }: { record: CustomerRecord }) {
  const { phones, emails, addresses, doNotContact, preferredChannel, preferredLanguage } = record;
  const isEmpty = phones.length + emails.length + addresses.length === 0;
  return (
    <div className="flex flex-col gap-2">
      {doNotContact && (
        <Notice tone="warning" title="Do not contact">
          This customer asked not to be contacted. Phone numbers and emails aren’t linked.
        </Notice>
      )}
      <ul className="flex flex-col gap-1.5">
        {phones.map((phone) => (
          <ContactRow
            key={`${phone.e164} ${phone.extension}`}
            icon={<Phone aria-hidden="true" className="size-4 text-muted" />}
            href={`tel:${phone.e164}${phone.extension && `;ext=${phone.extension}`}`}
            text={phoneText(phone)}
            note={[
              phoneKindNames[phone.kind],
              phone.isPreferred && phones.length > 1 && 'preferred',
            ]}
            record={record}
            channels={phone.kind === 'mobile' ? ['call', 'text'] : ['call']}
          />
        ))}
        {emails.map((email) => (
          <ContactRow
            key={email.address}
            icon={<Mail aria-hidden="true" className="size-4 text-muted" />}
            href={`mailto:${email.address}`}
            text={email.address}
            note={[
              email.status !== 'ok' && (email.status === 'bounced' ? 'bounced' : 'complained'),
              email.isPreferred && emails.length > 1 && 'preferred',
            ]}
            record={record}
            channels={['email']}
          />
        ))}
        {addresses.map((one) => (
          <li key={JSON.stringify(one)} className="flex items-start gap-2.5 text-base">
            <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
            <span className="min-w-0">
              {[one.line1, one.line2].filter(Boolean).join(', ')}
              <span className="block text-sm text-muted">{`${one.city}, ${one.state} ${one.zip}`}</span>
            </span>
          </li>
        ))}
      </ul>
      {isEmpty && <p className="text-sm text-muted">No contact details yet.</p>}
      <p className="text-sm text-muted">
        {`Speaks ${languageNames[preferredLanguage]}`}
        {preferredChannel && ` · prefers ${preferred[preferredChannel]}`}
      </p>
    </div>
  );
}

const preferred: Record<Channel, string> = {
  call: 'calls',
  text: 'texts',
  email: 'email',
  mail: 'letters',
};

interface ContactRowProps {
  icon: React.ReactNode;
  href: string;
  text: string;
  note: (string | false)[];
  record: CustomerRecord;
  channels: Channel[];
}

function ContactRow({ icon, href, text, note, record, channels }: ContactRowProps) {
  const notes = note.filter(Boolean).join(', ');
  return (
    <li className="flex items-start gap-2.5">
      <span className="mt-0.5 shrink-0">
        {record.doNotContact ? <PhoneOff aria-hidden="true" className="size-4 text-muted" /> : icon}
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
        {record.doNotContact ? (
          <span className="truncate text-base tabular-nums">{text}</span>
        ) : (
          <a
            href={href}
            className="truncate text-base tabular-nums text-accent hover:underline touch:py-2"
          >
            {text}
          </a>
        )}
        {notes && <span className="text-xs text-muted">{notes}</span>}
        {channels.map((channel) => (
          <ConsentBadge key={channel} channel={channel} record={record} />
        ))}
      </span>
    </li>
  );
}

const channelLabels: Record<Channel, string> = {
  call: 'calls',
  text: 'texts',
  email: 'marketing',
  mail: 'letters',
};

/** Marketing consent for a channel: given, withdrawn, or never recorded. */
function ConsentBadge({ channel, record }: { channel: Channel; record: CustomerRecord }) {
  const consent = record.consents.find(
    (one) => one.channel === channel && one.topic === 'marketing',
  );
  const [tone, text]: [Tone, string] = !consent
    ? ['neutral', `No consent to ${channelLabels[channel]}`]
    : consent.granted
      ? ['success', `Consented to ${channelLabels[channel]}`]
      : ['danger', `Opted out of ${channelLabels[channel]}`];
  return <Badge tone={tone}>{text}</Badge>;
}
