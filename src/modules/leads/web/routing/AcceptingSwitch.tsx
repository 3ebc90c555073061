import { Switch } from '../../../../platform/web/ui/Switch.tsx';
import { useLeadRouting } from '../useLeads.ts';
import { useAccepting } from './useAccepting.ts';

/** Joins or pauses the rotation; only for round-robin members. */
export function AcceptingSwitch({ me }: { me: number }) {
  const { mutate } = useAccepting();
  const mine = useLeadRouting().flatMap(({ store, members }) =>
    members.filter(({ id }) => id === me).map(({ accepts }) => ({ store, accepts })),
  );
  if (mine.length === 0) return null;
  return (
    <Switch
      className="shrink-0 items-center! gap-2.5!"
      label="Accepting leads"
      checked={mine.some(({ accepts }) => accepts)}
      onCheckedChange={(accepts) => {
        for (const { store } of mine) mutate({ store, userId: me, accepts });
      }}
    />
  );
}
