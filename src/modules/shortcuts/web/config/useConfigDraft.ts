import { useState } from 'react';
import type { DashboardConfig } from '../../contract/dashboard.ts';

type Editable = Omit<DashboardConfig, 'backgroundPath'>;
export type ConfigChanges = { [Name in keyof Editable]?: Editable[Name] };

/** What is stored, and over it what was typed and not yet saved. */
export function useConfigDraft(config: DashboardConfig) {
  const [changes, setChanges] = useState<ConfigChanges>({});
  return {
    config,
    changes,
    shown: { ...config, ...changes },
    isDirty: Object.entries(changes).some(
      ([name, value]) => value !== config[name as keyof Editable],
    ),
    set: <Name extends keyof Editable>(name: Name, value: Editable[Name]) =>
      setChanges((known) => ({ ...known, [name]: value })),
    /** Forgets what is saved now; what was typed since then stays. */
    settle: (saved: ConfigChanges) =>
      setChanges((known) =>
        Object.fromEntries(
          Object.entries(known).filter(([name, value]) => saved[name as keyof Editable] !== value),
        ),
      ),
  };
}
export type ConfigDraft = ReturnType<typeof useConfigDraft>;
