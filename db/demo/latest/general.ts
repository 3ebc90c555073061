export const latestGeneral = `
# store=ford
denise.abernathy -705: Two things from HR:
  1. Store hours around {holiday} ({holidayDate}, closed) are on the calendar now, check your shift.
  2. Handbook update: the section on personal phones in the shop is new. One page, please
  acknowledge it by {day:4}.
~ 👍 maria.lopez ben.hollis trevor.mills hannah.schultz
~ pin denise.abernathy
> deshawn.pruitt -688: Read it. Fair. Acknowledged.
> luis.quintero -661: Same here. Does it count for the wash bay?
> denise.abernathy -640: It does, from the door on. Thank you for asking.

# store=hyundai
luis.quintero -533: Found behind the wash bay: a very calm brown dog with a blue collar and no tag.
  He is in the office with water.
> hannah.schultz -527: That's Biscuit from the tile store next door! I'll walk him home.
luis.quintero -509: Biscuit is home. The tile people sent cookies.
~ 🐶 hannah.schultz grace.oyelaran fatima.haidari aisha.coleman
~ ❤️ joan.whitaker kayla.moss

# store=chevrolet
tomasz.zielinski -398: Wifi in the customer lounges has a new name, "Larkfield Guest", same at all
  three stores. Signs with the code are at the cashiers. If a customer can't get on, send me a photo
  of what they see.
> fatima.haidari -371: Works on mine. The old one was so slow that customers thought it was a
  negotiation tactic.
> tomasz.zielinski -366: 😄 the router was older than some of our inventory.
> admin -358: The old name stays switched on until Friday night, then it is gone. If a display or a
  TV is still on it, tell Tomasz before that.
> kevin.matsuda -255: The coffee machine at Hyundai. I'm not joking, it wants a password.
~ 😂 tomasz.zielinski hannah.schultz omar.benali
> tomasz.zielinski -249: It gets its own network now. It has earned it.

# store=ford
chloe.baptiste -205: Photo day is {day:2}: team pictures at Ford 8:30, Hyundai 10:00, Chevy 11:30.
  Fifteen minutes each, wear what you would wear to greet a customer.
~ was: Photo day is {day:2}: team pictures at Ford 8:30, Hyundai 10:00, Chevy 11:00.
~ 📸 priya.raman kayla.moss
~ pin chloe.baptiste
> tyler.boone -196: So not what I'm wearing right now. Got it.
~ 😂 chloe.baptiste employee manager
joan.whitaker -143: Whoever left a title application on the copier at Ford: it has a customer's full
  name and date of birth on it. It's in my locked drawer, come and get it, no lecture.
> priya.raman -137: Mine, I'm so sorry. Coming over now.
> joan.whitaker -134: No lecture. Copier first, coffee second, that's the rule 🙂
executive -52: The board of the food bank wrote: 1,840 pounds of food and 96 packs of diapers from
  our three showrooms, more than twice last year. I read it out to my own family. Thank you.
~ ❤️ chloe.baptiste gm grace.oyelaran dale.hutchins denise.abernathy samir.haddad
~ 👏 walt.jankowski renee.dubois admin
chloe.baptiste -44: The box at Hyundai was full by noon, twice. Somebody filled the back of a Santa
  Fe and wouldn't leave a name.
gm -18: Proud of this place. Reminder that the truck fills up again next week, boxes stay where they
  are.
mateo.rivas -7: Boxes at Ford are back by the door, and I fixed the wobbly one.
`;
