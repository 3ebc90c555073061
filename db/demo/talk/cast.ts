import { type Store, stores } from '../../../src/platform/contract/access.ts';
import type { Random } from '../random.ts';

interface Crew {
  gm: string;
  smgr: string;
  sellers: string[];
  fi: string;
  svcmgr: string;
  advisor: string;
  tech: string;
  parts: string;
  porter: string;
}

const crews: Record<Store, Crew> = {
  ford: {
    gm: 'gm',
    smgr: 'manager',
    sellers: ['employee', 'tyler.boone', 'priya.raman'],
    fi: 'gregory.stahl',
    svcmgr: 'walt.jankowski',
    advisor: 'maria.lopez',
    tech: 'deshawn.pruitt',
    parts: 'lorraine.fitch',
    porter: 'mateo.rivas',
  },
  hyundai: {
    gm: 'grace.oyelaran',
    smgr: 'kevin.matsuda',
    sellers: ['hannah.schultz', 'omar.benali', 'priya.raman'],
    fi: 'linda.tran',
    svcmgr: 'curtis.yoder',
    advisor: 'aisha.coleman',
    tech: 'viktor.dragan',
    parts: 'ben.hollis',
    porter: 'luis.quintero',
  },
  chevrolet: {
    gm: 'dale.hutchins',
    smgr: 'simone.archer',
    sellers: ['jake.lindstrom', 'fatima.haidari'],
    fi: 'peter.okonkwo',
    svcmgr: 'renee.dubois',
    advisor: 'trevor.mills',
    tech: 'hiro.tanabe',
    parts: 'gloria.sandoval',
    porter: 'andre.toussaint',
  },
};

const office: Record<string, string> = {
  admin: 'admin',
  exec: 'executive',
  hr: 'denise.abernathy',
  ctl: 'samir.haddad',
  mkt: 'chloe.baptiste',
  it: 'tomasz.zielinski',
  title: 'joan.whitaker',
  bdc: 'kayla.moss',
  bot: 'system_bot',
};

export interface Cast {
  store: Store;
  otherStore: Store;
  /** Username of each role; a 2 is a second salesperson, or the same job at the other store. */
  roles: ReadonlyMap<string, string>;
}

export function castFor(wanted: string | null, random: Random): Cast {
  const [first, second] = random.shuffle(stores);
  const store = stores.find((name) => name === wanted) ?? first ?? 'ford';
  const otherStore = store === first ? (second ?? 'hyundai') : (first ?? 'ford');
  const { sellers, ...jobs } = crews[store];
  const { sellers: sellersThere, ...jobsThere } = crews[otherStore];
  const [seller = '', seller2 = ''] = random.shuffle(sellers);
  const seller3 = random.pick(sellersThere.filter((name) => !sellers.includes(name)));
  const roles = new Map([
    ...Object.entries(office),
    ...Object.entries({ ...jobs, seller, seller2, seller3 }),
    ...Object.entries(jobsThere).map(([job, name]): [string, string] => [`${job}2`, name]),
  ]);
  return { store, otherStore, roles };
}
