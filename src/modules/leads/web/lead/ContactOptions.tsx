import { Mail, MessageSquare, Phone } from 'lucide-react';
import { buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import type { LeadPage } from '../../contract/lead.ts';
import { dialedOf } from '../state/labels.ts';

/** Phone, text and email links; hidden for do-not-contact customers. */
export function ContactOptions({ lead }: { lead: LeadPage }) {
  const { phones, emails, doNotContact } = lead;
  if (doNotContact) {
    return (
      <Notice tone="warning" title="Do not contact">
        This customer asked not to be contacted.
      </Notice>
    );
  }
  if (phones.length + emails.length === 0) {
    return <p className="text-sm text-muted">No phone number or email address.</p>;
  }
  return (
    <ul aria-label="Contact options" className="flex flex-col gap-2">
      {phones.map((phone) => (
        <li key={phone} className="flex flex-wrap gap-2">
          <a href={`tel:${phone}`} className={buttonClasses()}>
            <Phone aria-hidden="true" />
            <span className="tabular-nums">{dialedOf(phone)}</span>
          </a>
          {/* An extension cannot receive texts. */}
          {!phone.includes(';ext=') && (
            <a
              href={`sms:${phone}`}
              aria-label={`Text ${dialedOf(phone)}`}
              className={buttonClasses()}
            >
              <MessageSquare aria-hidden="true" />
              Text
            </a>
          )}
        </li>
      ))}
      {emails.map((address) => (
        <li key={address} className="flex min-w-0">
          <a href={`mailto:${address}`} className={`${buttonClasses()} max-w-full shrink!`}>
            <Mail aria-hidden="true" />
            <span className="truncate">{address}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
