import type { DemoChannel } from './channel.ts';

/** Everybody of a store, whatever they do there; the morning’s brief is posted here. */
export const storeChannels: DemoChannel[] = [
  {
    key: 'ford-store',
    type: 'team',
    name: 'Larkfield Ford',
    description: 'Everybody at the Ford store',
    people: ['gm'],
    store: 'ford',
    department: null,
    script: `
# store=ford
gm -2900: One channel for the whole store. What all of us should know goes here, and nothing else.
~ 👍 manager employee walt.jankowski
walt.jankowski -2210: The back gate is open again. The hinge is new, please let it close by itself.
~ 🎉 manager tyler.boone
manager -1330: Two more spots by the service drive are for deliveries on Saturdays from now on.
> gm -1322: Painted by Friday.
`,
  },
  {
    key: 'hyundai-store',
    type: 'team',
    name: 'Larkfield Hyundai',
    description: 'Everybody at the Hyundai store',
    people: ['grace.oyelaran'],
    store: 'hyundai',
    department: null,
    script: `
# store=hyundai
grace.oyelaran -2820: Good morning store. CSI came in above region for the third month, thank you all.
~ 🎉 kevin.matsuda omar.benali hannah.schultz
kevin.matsuda -1540: The charger by the lounge works again, both plugs.
~ 👍 grace.oyelaran
`,
  },
  {
    key: 'chevrolet-store',
    type: 'team',
    name: 'Larkfield Chevrolet',
    description: 'Everybody at the Chevrolet store',
    people: ['dale.hutchins'],
    store: 'chevrolet',
    department: null,
    script: `
# store=chevrolet
dale.hutchins -2780: Parking behind the shop is for customers of the shop. Ours is by the fence.
~ 👍 simone.archer
simone.archer -1490: The key board is sorted by stock number now. Please put them back that way.
~ 🙌 dale.hutchins
`,
  },
];
