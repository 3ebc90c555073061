import { Mail, MapPin, Phone, PhoneOff } from 'lucide-react';
import { Badge, type Tone } from '../../../../platform/web/ui/Badge.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import type { Channel } from '../../contract/fields.ts';
import { phoneText } from '../../contract/phones.ts';
import type { CustomerRecord } from '../../contract/records.ts';
import { languageNames, phoneKindNames } from '../labels.ts';

/** How the customer may be reached, and what they agreed to, before one dials. */
export function ContactWays({ record }: { record: CustomerRecord }) {
  const { phones, emails, addresses, doNotContact, preferredChannel, preferredLanguage } = record;
  const nothing = phones.length + emails.length + addresses.length === 0;
  return (
    <div className="flex flex-col gap-2">
      {doNotContact && (
        <Notice tone="warning" title="Do not contact">
          This customer asked to be left alone. Numbers and addresses are shown, not linked.
        </Notice>
      )}
      <ul className="flex flex-col gap-1.5">
        {phones.map((phone) => (
          <Way
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
          <Way
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
      {nothing && <p className="text-sm text-muted">No number or address yet.</p>}
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
  email: 'e-mail',
  mail: 'letters',
};

interface WayProps {
  icon: React.ReactNode;
  href: string;
  text: string;
  note: (string | false)[];
  record: CustomerRecord;
  channels: Channel[];
}

function Way({ icon, href, text, note, record, channels }: WayProps) {
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
          <Agreed key={channel} channel={channel} record={record} />
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

/** What holds for marketing this way: agreed, taken back, or never asked. */
function Agreed({ channel, record }: { channel: Channel; record: CustomerRecord }) {
  const said = record.consents.find((one) => one.channel === channel && one.topic === 'marketing');
  const [tone, text]: [Tone, string] = !said
    ? ['neutral', `No consent to ${channelLabels[channel]}`]
    : said.granted
      ? ['success', `Agreed to ${channelLabels[channel]}`]
      : ['danger', `Stopped ${channelLabels[channel]}`];
  return <Badge tone={tone}>{text}</Badge>;
}
