/** Keys, ups, leads and the lot: what the showroom asks itself all day. */
export const salesFloor = `
# x2
seller: [[Anyone have the keys to|Looking for the keys to]] {stock}, the {color} {model}? Hook
  {n:12-88} is empty and my customer is standing next to it.
seller2: [[Not me. I had it out {yesterday} and hung it back up.|Haven't touched it, promise.]]
smgr +4: [[Check the photo booth pouch, they shot it this {daypart}.|Look in the wash bay, it was
  going through detail.]]
seller +6: [[Found it, photo booth.|Got it. Wash bay, still in the cup holder.]] Driving now.
smgr: Board it when you're back please, and log it. That's how we lose an hour a day.

seller: Who has the up log? Two couples just walked in and nobody is written down since ten.
smgr: On the podium, under the {model} brochure. You take the first, {seller2} takes the second.
seller2: On it.
seller +40: Mine is a be-back from {bdc}'s list, {cust}. Logged under her appointment so the show
  counts.
bdc +5: Thank you! That makes {n:3-5} shows out of {n:6-8} sets today.

# x2
bdc: Appointment set: {buyer}, {at:90}, wants to drive the {model}. Stock {stock}. [[Has a trade,
  {used}, no payoff.|Pre-approved at their credit union, just wants numbers.]]
smgr: @seller that's yours. Pull it up front and get the A/C or heat going before they sit in it.
seller +3: Pulled up, plate on it. Row {row} has a gap now if the porter reads this.
bdc +2h: [[Did they show?|Any news on my {at:90}?]]
seller +12: [[Showed, drove, loved it. Desking now.|Showed 15 late, very nice people. Writing it
  up.]]

seller: Customer asks if the {model} in {row} has the tow package. Window sticker is sun-bleached.
seller2 +3: Build sheet says Class IV hitch and brake controller. I had that one last week.
seller: Perfect, thanks. Can we get a new sticker printed for {stock}?
smgr +15: Printed, it's on your desk.

smgr: Lot walk results from this {daypart}, please fix before you leave:
  - {row}: three units blocked in, no way to pull one without moving five
  - {stock}: dead battery again, jump pack is on it
  - balloon strings all over the front line, they wrap around the mirrors
  - {ustock}: still wearing the auction sticker, it has been frontline for a week
seller +9: Taking the balloons and the sticker.
seller2 +4: I'll re-stack {row} with the new guy's help. Twenty minutes.
smgr +55: Looks sharp. Thank you both.

# clock=08:50
bdc: Lead response check: {n:14-22} leads {yesterday}, average first answer {n:6-11} minutes. One
  sat for two hours because it came in over lunch. If you're on the board, please keep notifications
  on.
seller: That was mine, sorry. Was in a delivery and left the phone on the desk.
bdc +6: No worries. If you're delivering, hand me the phone, I'm happy to text for you.

seller: Did somebody move my {cust} customer's {model}? They bought it {yesterday} and it is not on
  the delivery line.
seller2 +2: It's in the bay, getting the all-weather mats.
seller: Phew. Heart restarted.

seller: What's the bottom line on {ustock}, the {used}? Customer is shopping it against one two
  towns over.
smgr +5: It's {n:40-70} days old, so I'll listen. Don't open with price. Show the tire receipt and
  the one-owner report first.
seller +35: They came back with {$:400-900-100} under ask and they'll take it today.
smgr +4: Done. Write it, and thank them for not making me do the second pencil.

seller2: Reminder that the {used} ({ustock}) has only one key. Please tell customers up front, I got
  an earful at delivery.
smgr +8: Second key is ordered, {$:210-340-10} on a we-owe. Adding a note to the listing.

bdc: Callback request: {buyer} at {phone}, saw the {model} online, wants to know if the price
  includes the rebate or not. Prefers text.
seller +7: Texting now. For everyone: the site price has the customer cash in it, the loyalty is
  extra.
bdc: Copied that into the answer template so we all say the same.

seller: Is there a demo I can take home tonight? Customer wants a 7:30 test drive at his office
  {tomorrow}.
smgr +6: Take {stock}. Plate from the cabinet, sign the log, no kids, no pets, no drive-through.
seller: What if I'm hungry?
smgr: Then you park and walk.

# x2
seller: Anybody know if {there} has a clean {used} or anything close? My customer is set on [[the
  color|that exact trim]].
seller3 +6: [[Not that one, but two with fewer miles|One in recon, ready {day:2}]]. What's the deal
  look like?
seller +3: [[Cash, no trade, wants it this week.|Trade with equity, easy deal.]]
seller3 +9: Let me ask my desk. If it moves to you they'll want something back that sells.
smgr +20: Talked to @smgr2, we can make that work. {seller}, get a deposit first, then we'll shuffle
  metal.

smgr: Board for {tomorrow}: {seller} opens, {seller2} closes, everybody else ten to six. We have
  {n:7-12} appointments set already, so nobody schedules their own delivery between eleven and one
  please.
seller +5: 👍
seller2 +11: 👍 can I trade the close for the week after? My kid has a recital.
seller +6: I'll close. You owe me a coffee.
seller2: A large one.

seller: The card reader at the front desk is refusing deposits again, says the batch is full.
seller2 +2: Use the one in finance until somebody closes the batch.
fi +9: Come on in, door's open. I'll close it out at the end of the day.

seller: Who put the {used} in the showroom? It's leaking washer fluid on the tile.
smgr +3: Guilty. Towels are out, wet floor sign is up, and it's going to the shop.
svcmgr +14: We'll take it right now, pull around to bay {n:3-9}.
svcmgr +2h: Cracked neck on the reservoir. New one on, no charge to sales, just send donuts.

bdc: Two customers {yesterday} said nobody offered them a drive. Please, please: every up gets a key
  in the ignition before a number on paper.
smgr +5: Seconded. No drive, no desk. I'll ask at the tower.
seller2 +8: Fair. One of those was me, they said they were in a hurry and I believed them.

seller: Photos for {ustock} still show the old wheels. Got called out by a customer from three hours
  away. @mkt can we reshoot?
mkt +22: Ouch. Reshoot on the list for this {daypart}, old set is off the site already.
seller: Quick, thank you!
`;
