import { Gauge } from 'lucide-react';
import { useState } from 'react';
import { useConnection } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { Card } from '../parts/Card.tsx';
import { Facts } from '../parts/Facts.tsx';
import { type Measured, measureNetwork } from './measure.ts';

/** Measures the network between this browser and the server on demand. */
export function NetworkCard() {
  const connection = useConnection();
  const [step, setStep] = useState<string | null>(null);
  const [measured, setMeasured] = useState<Measured | 'failed' | null>(null);
  const measure = async () => {
    if (!connection) return;
    setMeasured(await measureNetwork(connection, setStep).catch(() => 'failed' as const));
    setStep(null);
  };
  const known = measured === 'failed' ? null : measured;
  return (
    <Card
      icon={Gauge}
      title="Network Performance"
      description="Between this browser and the server."
      action={
        <Button
          size="sm"
          pending={step !== null}
          pendingLabel={`${step}…`}
          disabled={!connection}
          onClick={() => void measure()}
        >
          {measured ? 'Measure again' : 'Measure'}
        </Button>
      }
    >
      {measured === 'failed' && (
        <Notice tone="danger" live className="mb-4">
          Couldn’t reach the server. Try again.
        </Notice>
      )}
      <Facts
        facts={[
          { name: 'Upload', value: rate(known?.upload) },
          { name: 'Download', value: rate(known?.download) },
          { name: 'Latency', value: ms(known?.latencyMs) },
          { name: 'Jitter', value: ms(known?.jitterMs) },
          { name: 'Packet loss', value: known ? `${(known.loss * 100).toFixed(1)}%` : unmeasured },
        ]}
      />
    </Card>
  );
}

const unmeasured = <span className="text-muted">Not measured</span>;
const rate = (mbps: number | undefined) =>
  mbps === undefined ? unmeasured : `${mbps.toFixed(mbps < 10 ? 2 : 1)} Mbps`;
const ms = (value: number | null | undefined) =>
  value === null || value === undefined ? unmeasured : `${value.toFixed(value < 10 ? 1 : 0)} ms`;
