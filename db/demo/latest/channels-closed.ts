import type { DemoChannel } from './channel.ts';

/** What only its people see. */
export const closedChannels: DemoChannel[] = [
  {
    key: 'gm-office',
    type: 'private',
    name: 'GM office',
    description: 'The three general managers, the controller and Patricia',
    people: ['executive', 'gm', 'grace.oyelaran', 'dale.hutchins', 'samir.haddad'],
    store: null,
    department: null,
    script: `
# store=ford
executive -2600: Before the 20 group: one thing each of you is proud of, and one you would rather
  not be asked about.
> gm -2571: Proud of the desk. Not asked about: the pylon sign.
> grace.oyelaran -2560: Proud of CSI. Not asked about: used inventory.
> dale.hutchins -2548: Proud of the shop. Not asked about: the other three lifts.
> executive -2533: Good. They will ask exactly those, so let's have the answers ready.
~ 😄 gm grace.oyelaran dale.hutchins
samir.haddad -1210: Draft budget is in Documents. Payroll is the line to read twice.
~ 👀 gm grace.oyelaran dale.hutchins
grace.oyelaran -1165: Read twice. Two questions, both about overtime, I'll bring them {tomorrow}.
dale.hutchins -402: The bank wants the recon numbers by store. Fine with everybody if Samir sends
  them as they are?
gm -391: Fine.
grace.oyelaran -377: Fine, with the note about the week without the lift.
~ 👍 samir.haddad executive
`,
  },
  {
    key: 'ford-service',
    type: 'team',
    name: 'Ford service',
    description: 'The drive and the shop at Ford',
    people: ['walt.jankowski'],
    store: 'ford',
    department: 'service',
    script: `
# store=ford
walt.jankowski -1790: This channel is only for us at Ford: who is on which lift, who needs a second
  pair of hands. Everything with a promise to a customer stays in Service.
~ 👍 maria.lopez deshawn.pruitt mateo.rivas
~ pin walt.jankowski
deshawn.pruitt -1771: Second pair of hands on lift two at one, transmission comes out.
mateo.rivas -1765: Two hands reporting.
~ 💪 deshawn.pruitt walt.jankowski
maria.lopez -640: Tablet of lane one stays on the charger tonight please, it died twice before nine.
> mateo.rivas -631: On it. The cable was the problem, I took the one from the lounge.
> maria.lopez -622: And what does the lounge do now?
> mateo.rivas -615: It reads magazines.
~ 😂 walt.jankowski deshawn.pruitt maria.lopez
walt.jankowski -118: Lift three is inspected and back. Deshawn, it's yours for the F-350.
deshawn.pruitt -104: 🙌
`,
  },
  {
    key: 'first-day',
    type: 'group',
    name: '',
    description: '',
    people: ['denise.abernathy', 'admin', 'tomasz.zielinski', 'dale.hutchins'],
    store: null,
    department: null,
    script: `
# store=chevrolet
denise.abernathy -690: For Isabel's first day at Chevy: badge from me, account from Avery, desk and
  phone from Tomasz, a car to drive home from Dale. Anything missing?
dale.hutchins -672: A parking spot that isn't in the hail lane.
~ 😄 denise.abernathy admin
tomasz.zielinski -655: Desk 6 has a phone and a screen. The chair is the good one.
admin -641: Account waits for your word, Denise, then it's one click.
denise.abernathy -212: Driving record consent is still missing, I've asked her twice. Everything
  else is in the file.
admin -205: Then it waits. Thank you all.
`,
  },
  {
    key: 'saturday-desk',
    type: 'group',
    name: '',
    description: '',
    people: ['manager', 'employee', 'tyler.boone', 'kayla.moss'],
    store: null,
    department: null,
    script: `
# store=ford
manager -820: Saturday: {n:14-19} appointments by the look of it. Who takes the greeter hour at
  nine?
tyler.boone -811: I do, I'm awake then anyway.
kayla.moss -798: Two of them asked for Caleb by name, I put them at ten and at half past eleven.
~ 🙌 employee manager
employee -789: I'll have both cars in the front row, washed, and pointed at the exit.
manager -96: Weather says rain until ten. Umbrellas are in the tower, please bring them back this
  time.
tyler.boone -84: That was one umbrella, one time.
~ 😂 kayla.moss employee
`,
  },
];
