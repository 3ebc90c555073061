import type { DemoChannel } from './channel.ts';

/** What everybody may find and join. */
export const openChannels: DemoChannel[] = [
  {
    key: 'trade-desk',
    type: 'public',
    name: 'Trade desk',
    description: 'Trades looking for a home, and buyers looking for a trade',
    people: [
      'manager',
      'kevin.matsuda',
      'simone.archer',
      'employee',
      'tyler.boone',
      'priya.raman',
      'hannah.schultz',
      'omar.benali',
      'jake.lindstrom',
      'fatima.haidari',
      'gm',
      'admin',
    ],
    store: null,
    department: null,
    script: `
# store=ford
manager -3980: This is for trades that fit another store better than ours. Post year, model, miles,
  what we own it for, and one honest sentence. First store to say "mine" gets it at book.
~ 👍 kevin.matsuda simone.archer gm
~ pin manager
kevin.matsuda -3966: I like the honest sentence. Can we do buyers too?
> manager -3958: Yes. "Looking for" and a budget.
> simone.archer -3949: Then I'm looking for anything with a tow package under $24k. Three families
  are waiting.
> tyler.boone -3931: {used} came in this morning, 7-pin and brake controller. Photos in an hour.
> simone.archer -3925: Mine.
~ ⚡ manager kevin.matsuda

# store=hyundai
hannah.schultz -1930: Looking for: a first car, under $9,000, for a student who drives to Wichita
  every weekend. Her dad wants to see the timing belt receipt.
jake.lindstrom -1908: {used}, 88,000 miles, belt done at 80, receipt in the glove box. Smells of
  crayons. $7,900.
hannah.schultz -1871: Sold before it was washed. Dad took a photo of the receipt.
~ 🎉 jake.lindstrom kevin.matsuda manager

# store=chevrolet
simone.archer -610: {used}, 41,000 miles, one owner, ACV $17,200. Honest sentence: somebody loved
  this car more than the paint on the mirrors.
omar.benali -596: Mine, if it is still here {tomorrow}. I have a nurse who wants exactly that.
simone.archer -588: Yours until {tomorrow} at five.

# store=ford
tyler.boone -133: Does anybody own a set of winter wheels for a Tucson? Customer traded the car and
  kept asking for them.
~ 👀 hannah.schultz omar.benali
kevin.matsuda -121: Third shelf above the tire machine, they have his name on them.
`,
  },
  {
    key: 'off-the-clock',
    type: 'public',
    name: 'Off the clock',
    description: 'Bowling, babies, chili and everything else that is not work',
    people: [
      'chloe.baptiste',
      'mateo.rivas',
      'luis.quintero',
      'deshawn.pruitt',
      'kayla.moss',
      'joan.whitaker',
      'employee',
      'tyler.boone',
      'aisha.coleman',
      'denise.abernathy',
      'tomasz.zielinski',
      'admin',
      'executive',
    ],
    store: null,
    department: null,
    script: `
# store=ford
chloe.baptiste -5200: Chili cook-off, three stores, one trophy that Hyundai has had for two years
  now. Who cooks?
~ 🌶️ mateo.rivas luis.quintero deshawn.pruitt
> mateo.rivas -5191: Me. My aunt's recipe, and she will be told who wins.
> luis.quintero -5184: The trophy likes it here, just so you know.
> deshawn.pruitt -5172: I bring cornbread and no opinion.
~ 😂 mateo.rivas chloe.baptiste
joan.whitaker -4010: Free to a good home: a treadmill that has been a very good coat rack.
kayla.moss -3992: I have coats! When can I come?
> joan.whitaker -3980: Saturday after noon. It folds, your back doesn't.

# store=hyundai
aisha.coleman -1640: It's a girl. 7 pounds 2, everybody is well, Luis cried more than she did.
~ ❤️ chloe.baptiste joan.whitaker denise.abernathy kayla.moss executive admin
~ 🎉 luis.quintero mateo.rivas tyler.boone
luis.quintero -1612: I had something in my eye. A niece.
executive -1580: Welcome to her. Flowers are on their way, and please take the days that are yours.
~ 🙏 aisha.coleman

# store=ford
chloe.baptiste -1320: What should be on the grill on photo day?
~ option Burgers: tyler.boone mateo.rivas deshawn.pruitt executive
~ option Tacos: kayla.moss luis.quintero aisha.coleman employee joan.whitaker
~ option Something green: denise.abernathy tomasz.zielinski
> denise.abernathy -1301: For the record, tacos can be green.
~ 🌮 kayla.moss luis.quintero

# store=ford
tyler.boone -540: Bowling {day:2}, lanes 7 to 10, shoes are on the house if four of us come.
~ 🎳 employee kayla.moss tomasz.zielinski mateo.rivas deshawn.pruitt
employee -522: In. I apologize in advance to lane 8.
tomasz.zielinski -507: In, if nobody asks me about the wifi there.
~ 😄 tyler.boone admin
`,
  },
];
