import { Badge, type Tone } from '../../../../platform/web/ui/Badge.tsx';
import type { State } from '../../contract/requests.ts';
import { stateNames } from '../state/labels.ts';

const tones: Record<State, Tone> = {
  pending: 'warning',
  approved: 'success',
  declined: 'danger',
  withdrawn: 'neutral',
  canceled: 'neutral',
};

export function StateBadge({ state }: { state: State }) {
  return <Badge tone={tones[state]}>{stateNames[state]}</Badge>;
}
