import type { Direct } from './direct.ts';

/** Manager, employee and the people at the counters. */
export const staffDirect: Direct[] = [
  {
    between: ['gm', 'manager'],
    script: `
manager -5900: The used Expedition with the tow history: I'd rather wholesale it than explain it for
  three months.
gm -5884: Agreed. What's the damage?
manager -5879: $1,150 under book cost. Best of three bids.
gm -5870: Take it. And thanks for not letting it get to day 90.
gm -2990: Patricia would like you at the next 20 group meeting, her budget. You don't have to decide
  now.
manager -2989: Yes.
manager -2988: I mean: thank you, yes, very much.
gm -2975: I told her you'd think about it for a second at least 😄
manager -505: Caleb asked me how one gets to the desk one day. I'd like to let him sit with me on
  the quiet mornings.
gm -490: Do it. Let him pencil, you correct, nothing leaves the tower without your initials.
manager -483: That's the plan.
gm -58: Patricia walks the back lot {tomorrow} at nine. Can the recon line look like we know what
  we're doing?
manager -49: It'll look like that because we do. Walt and I will have the board printed by 8:30.
`,
  },
  {
    between: ['manager', 'employee'],
    script: `
manager -9800: Nice recovery with the Hendricks family. What did you say when they stood up?
employee -9786: I asked what I had missed. It was the seat height for her mother. We looked at the
  Explorer instead.
manager -9781: Tell that in the meeting {tomorrow}, in your own words.
employee -9774: Do I have to stand in front?
manager -9770: You can stand wherever you like.
employee -3300: Do I need your initials for the second key on the Escape we-owe? It's $285.
manager -3288: Over $250, yes. Bring it by, I'll sign it at the desk.
employee -1260: Natalie, is there a way I could learn the desk at some point? Not instead of
  selling. Next to it.
manager -1238: I hoped you'd ask. Let me talk to Raymond.
manager -470: Raymond says yes. Quiet mornings, you sit next to me, you pencil and I correct. We
  begin {day:2} at 8:30.
employee -462: Thank you!! I'll bring the coffee.
manager -455: You will be there before me, so you need this. It opens for two weeks:
manager -454: Protected slip: Alarm code of the showroom
employee -101: Is it okay if I leave at five {tomorrow2}? My sister's train comes in at 5:20. Tyler
  covers my be-back.
manager -88: Of course. Say hello to her, and log the be-back under Tyler so he gets the credit.
manager -3: Brenda Eastman, nice one. If she asks for the total, give her the total. No worksheet
  theater with that lady.
`,
  },
  {
    between: ['employee', 'maria.lopez'],
    script: `
employee -6480: Hi Maria, my customer Mrs. Iverson picks up her Bronco Sport on Saturday and is
  scared of the first service. Could you say hello to her?
maria.lopez -6462: Of course! Bring her to the drive, I'll show her where to pull in and give her my
  card.
employee -5060: She told three friends about you. One of them is coming in for a Maverick.
maria.lopez -5049: Then I get half the commission 😄
employee -1830: We-owe question: splash guards for RO... I don't have an RO yet, do I?
maria.lopez -1821: Not yet. Send me the stock number and the deal, I open an internal RO and
  Lorraine orders them.
employee -1815: Sent, thank you. Customer Yamada, no rush, they're away until next week.
maria.lopez -152: Splash guards are here. Half an hour of work, {day:2} at 8:30 or 1:00?
employee -139: 8:30 please, they both work in the afternoon. I'll text them.
maria.lopez -133: Booked. Tell them the coffee is fresh at 8:30 and a rumor by 1:00.
`,
  },
  {
    between: ['manager', 'gregory.stahl'],
    script: `
gregory.stahl -3900: The Vasquez contract came back: they count his overtime at half. Payment is $40
  over what they approve.
manager -3888: More down, or the XLT instead of the Lariat?
gregory.stahl -3881: $1,500 more down does it. He has it, he told Priya.
manager -3702: He has it. Reprinting, he's on his way back.
gregory.stahl -3600: Signed, and the bank funded it the same day. That never happens.
gregory.stahl -610: Your people are sending me cleaner jackets. I notice. Four in a row without a
  missing stip.
manager -601: Don't tell them or it stops. I mean, please tell them.
gregory.stahl -24: Boone's payoff is coming by fax, of course. I'll book it as soon as it's here,
  you can count the deal.
`,
  },
  {
    between: ['maria.lopez', 'lorraine.fitch'],
    script: `
maria.lopez -4100: The roof rails for the Explorer, any news? She calls on Fridays.
lorraine.fitch -4086: Shipped, then "un-shipped", I've never seen that before. The rep is chasing
  it.
lorraine.fitch -3390: Re-shipped! Tracking says {day:2}, believe it when it's on my counter.
maria.lopez -3381: I'll tell her "early next week" and smile.
lorraine.fitch -1700: They're here. Both sides, same color, I checked.
maria.lopez -1692: You are my favorite department.
maria.lopez -57: Birthday emergency in the lounge: left mirror, Maverick Lariat, is it here or do I
  need to learn to juggle?
lorraine.fitch -43: It's here. No juggling on the drive, insurance.
`,
  },
  {
    between: ['renee.dubois', 'gloria.sandoval'],
    script: `
gloria.sandoval -3100: Warranty wants the seat module from the Traverse back, freight label is
  attached. Do you still have it?
renee.dubois -3088: On the retention shelf, week label and all. Hiro brings it over.
gloria.sandoval -3076: The new shelf pays for itself.
renee.dubois -530: Twelve belt anchor kits are allocated for {day:3}. Can they be in a bin with the
  campaign number on it?
gloria.sandoval -519: Blue bin, behind the counter, nobody touches it but Hiro and you.
renee.dubois -66: You think of everything. Lunch at the taco truck?
gloria.sandoval -60: I was waiting for you to ask.
`,
  },
  {
    between: ['joan.whitaker', 'linda.tran'],
    script: `
linda.tran -3650: Ruth is off from {day:2} for a week and a half. Are you really taking our titles
  as well?
joan.whitaker -3640: Already moved a tray over. Send me yours by three and they go out the same day.
linda.tran -3633: You're an angel. Two out-of-state ones are in there, sorry.
joan.whitaker -3215: Out-of-state ones are done. One needed the odometer in words, for the next
  time.
linda.tran -250: Lienholder sent a paper title for the Sorento trade by regular mail. It should
  arrive at yours.
joan.whitaker -118: It came. I put it in the Sandhu jacket and wrote the control number on the
  cover.
linda.tran -111: I'd marry you if I wasn't already 😄
`,
  },
];
