import { Archive } from 'lucide-react';
import { FileRetention } from '../../../retention/web/public.ts';
import { Card } from './Card.tsx';

/** How long documents are kept. */
export function RetentionCard() {
  return (
    <Card
      icon={Archive}
      title="File Retention"
      description="Counted from what happened, not from the upload."
    >
      <FileRetention />
    </Card>
  );
}
