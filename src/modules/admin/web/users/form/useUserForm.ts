import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import type { User } from '../../../../people/contract.ts';
import { proposeEmrn } from '../../../contract.ts';
import { type Rights, rightsOf } from '../../rules/rights.ts';
import { noticeLostFullAccess } from '../../state/fullAccessNotice.ts';
import {
  changedFields,
  checkValues,
  conflictingFields,
  type Errors,
  emptyValues,
  rebased,
  type Values,
  valuesOf,
} from './values.ts';

/** The form state of a new or existing account. */
export function useUserForm(user: User | undefined) {
  const [values, setValues] = useState(() => (user ? valuesOf(user) : emptyValues));
  const [base, setBase] = useState(values);
  const [version, setVersion] = useState(user?.version ?? 0);
  const [errors, setErrors] = useState<Errors>({});
  const [attempt, setAttempt] = useState(0);
  const [hints, setHints] = useState<Errors>({});
  const proposed = useProposedEmrn(!user);

  useEffect(() => {
    if (!proposed) return;
    setBase((now) => ({ ...now, emrn: proposed }));
    setValues((now) => ({ ...now, emrn: now.emrn || proposed }));
  }, [proposed]);

  /** Shows errors and counts attempts: each moves focus to the first invalid field. */
  const showErrors = (found: Errors) => {
    setErrors(found);
    setAttempt((count) => count + 1);
  };

  const set = <K extends keyof Values>(key: K, value: Values[K]) => {
    setValues((now) => ({ ...now, [key]: value }));
    setErrors(({ [key]: _, ...others }) => others);
  };

  return {
    values,
    version,
    errors,
    showErrors,
    attempt,
    hints,
    set,
    isDirty: changedFields(base, values).length > 0,
    setRights(rights: Rights, switched: string) {
      setValues((now) => ({ ...now, ...rightsOf(rights) }));
      setErrors(({ pagePermissions, featurePermissions, storeAccess, ...others }) => others);
      noticeLostFullAccess(values, rights, switched);
    },
    /** Returns whether the form is valid. */
    check(): boolean {
      const found = checkValues(values, !user);
      showErrors(found);
      return Object.keys(found).length === 0;
    },
    /** Rebases the form on a version someone else saved; own edits stay, with hints where they conflict. */
    rebaseOn(newer: User) {
      const theirs = valuesOf(newer);
      const conflicts = conflictingFields(values, base, theirs);
      setHints(Object.fromEntries(conflicts.map((key) => [key, conflictText(theirs[key])])));
      setValues(rebased(values, base, theirs));
      setBase(theirs);
      setVersion(newer.version);
    },
  };
}

export type UserForm = ReturnType<typeof useUserForm>;

function useProposedEmrn(isNew: boolean): string | undefined {
  const { data } = useQuery({
    ...queryOptionsFor(proposeEmrn),
    enabled: isNew,
    staleTime: 0,
    gcTime: 0,
  });
  return data?.emrn;
}

const conflictText = (theirs: Values[keyof Values]) =>
  `Changed by someone else to ${Array.isArray(theirs) ? theirs.join(', ') || 'none' : theirs || 'none'}`;
