import type { Caller } from '../../../customers/server/public.ts';
import { cut } from './text.ts';
import { attributeOf, lineOf, type Node, nodeOf, nodesOf } from './tree.ts';

const atMost = 5;

/** Reads the contact of a prospect. Throws `refuse(problem)`. */
export function callerOf(contact: Node | undefined, refuse: (problem: string) => Error): Caller {
  if (!contact) throw refuse('the customer has no contact.');
  const name = nameOf(contact);
  if (!name.firstName && !name.lastName && !name.company) {
    throw refuse('the customer has no name.');
  }
  const emails = nodesOf(contact, 'email').map((one) => lineOf(one, 254));
  const phones = nodesOf(contact, 'phone').flatMap(phoneOf);
  if (phones.length === 0 && emails.every((one) => one === '')) {
    throw refuse('the customer has neither a phone number nor an email address.');
  }
  return {
    ...name,
    phones: phones.slice(0, atMost),
    emails: emails.filter((one) => one !== '').slice(0, atMost),
    address: addressOf(nodeOf(contact, 'address')),
  };
}

function nameOf(contact: Node) {
  const names = nodesOf(contact, 'name');
  const part = (...parts: string[]) =>
    lineOf(
      names.find((name) => parts.includes(attributeOf(name, 'part'))),
      100,
    );
  const full = part('full', '');
  const isBusiness = names.some((name) => attributeOf(name, 'type') === 'business');
  const company = isBusiness ? full || part('last', 'surname') || part('first') : '';
  if (isBusiness) return { ...emptyName, kind: 'business' as const, company };
  const first = part('first');
  const last = part('last', 'surname');
  const read = first || last ? { firstName: first, lastName: last } : splitName(full);
  const suffix = cut(part('suffix'), 20);
  return { ...emptyName, ...read, kind: 'person' as const, middleName: part('middle'), suffix };
}

const emptyName = { firstName: '', middleName: '', lastName: '', suffix: '', company: '' };

/** `Wrenfield, Odalys` or `Odalys Wrenfield`. */
function splitName(full: string) {
  const [before = '', after] = full.split(',', 2).map((part) => part.trim());
  if (after) return { firstName: after, lastName: before };
  const parts = full.split(' ');
  return { firstName: parts.slice(0, -1).join(' '), lastName: parts.at(-1) ?? '' };
}

const phoneKinds: Record<string, 'mobile' | 'work'> = {
  cellphone: 'mobile',
  cell: 'mobile',
  mobile: 'mobile',
  work: 'work',
  business: 'work',
};

/** Skips fax and pager numbers. An unknown type counts as home. */
function phoneOf(phone: Node): Caller['phones'][number][] {
  const type = attributeOf(phone, 'type');
  const number = lineOf(phone, 40);
  if (number === '' || type === 'fax' || type === 'pager') return [];
  const isPreferred = attributeOf(phone, 'preferredcontact') === '1';
  return [{ number, kind: phoneKinds[type] ?? 'home', isPreferred }];
}

function addressOf(node: Node | undefined): Caller['address'] {
  if (!node) return null;
  const streets = nodesOf(node, 'street').map((street) => lineOf(street, 200));
  const [line1 = '', ...others] = streets.filter((street) => street !== '');
  const line2 = cut(
    [...others, lineOf(nodeOf(node, 'apartment'), 50)].filter(Boolean).join(', '),
    200,
  );
  return {
    line1,
    line2,
    city: lineOf(nodeOf(node, 'city'), 100),
    state: lineOf(nodeOf(node, 'regioncode'), 10).toUpperCase(),
    zip: lineOf(nodeOf(node, 'postalcode'), 10),
  };
}
