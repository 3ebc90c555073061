import { useState } from 'react';
import type { DashboardConfig } from '../../contract/dashboard.ts';

type Editable = Omit<DashboardConfig, 'backgroundPath'>;
export type ConfigChanges = { [Name in keyof Editable]?: Editable[Name] };

/** The stored configuration, merged with unsaved changes. */
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
      setChanges((current) => ({ ...current, [name]: value })),
    /** Drops the changes that are saved now; later edits stay. */
    settle: (saved: ConfigChanges) =>
      setChanges((current) =>
        Object.fromEntries(
          Object.entries(current).filter(
            ([name, value]) => saved[name as keyof Editable] !== value,
          ),
        ),
      ),
  };
}
export type ConfigDraft = ReturnType<typeof useConfigDraft>;
