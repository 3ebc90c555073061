import { Archive } from 'lucide-react';
import { FileRetention } from '../../../retention/web/public.ts';
import { Card } from './Card.tsx';

/** Retention periods of documents. */
export function RetentionCard() {
  return (
    <Card
      icon={Archive}
      title="File Retention"
      description="Periods count from the event, not from the upload."
    >
      <FileRetention />
    </Card>
  );
}
