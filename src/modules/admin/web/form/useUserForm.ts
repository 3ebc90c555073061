import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import type { User } from '../../../people/contract.ts';
import { proposeEmrn } from '../../contract.ts';
import { noticeLostFullAccess } from '../acts/fullAccessNotice.ts';
import { type Rights, rightsOf } from '../rules/rights.ts';
import {
  changedFields,
  checkValues,
  clashes,
  type Errors,
  emptyValues,
  rebased,
  type Values,
  valuesOf,
} from './values.ts';

/** What is typed about a new account, or about one that is there. */
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

  /** Says what is wrong, and counts how often: each time the first wrong field takes the focus. */
  const showErrors = (found: Errors) => {
    setErrors(found);
    setAttempt((count) => count + 1);
  };

  const set = <K extends keyof Values>(key: K, value: Values[K]) => {
    setValues((now) => ({ ...now, [key]: value }));
    setErrors(({ [key]: _, ...others }) => others);
  };

  return {
    ...{ values, version, errors, showErrors, attempt, hints, set },
    isDirty: changedFields(base, values).length > 0,
    setRights(rights: Rights, switched: string) {
      setValues((now) => ({ ...now, ...rightsOf(rights) }));
      setErrors(({ pagePermissions, featurePermissions, storeAccess, ...others }) => others);
      noticeLostFullAccess(values, rights, switched);
    },
    /** Answers whether it may be sent. */
    check(): boolean {
      const found = checkValues(values, !user);
      showErrors(found);
      return Object.keys(found).length === 0;
    },
    /** Takes over what somebody else saved; what was typed here stays, and says where they disagree. */
    takeOver(newer: User) {
      const theirs = valuesOf(newer);
      const disputed = clashes(values, base, theirs);
      setHints(Object.fromEntries(disputed.map((key) => [key, clashText(theirs[key])])));
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

const clashText = (theirs: Values[keyof Values]) =>
  `Changed meanwhile to ${Array.isArray(theirs) ? theirs.join(', ') || 'none' : theirs || 'none'}`;
