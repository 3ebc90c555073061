/** Dealer trades, arrivals, PDI, delivery, we-owes and the survey after it. */
export const salesDelivery = `
# x2
smgr: @svcmgr need a PDI bumped: {stock}, {color} {model}, sold, delivery {at:240}. Customer drives
  [[two hours each way|in from the lake]].
svcmgr +8: [[It's third in line, moving it to first.|Tech has one brake job to finish, then goes
  straight in.]]
svcmgr +90: PDI done, tire pressures set, [[one software update ran long|transport pins out]].
  Handing to detail.
seller +50: On the delivery line, full tank. Thank you shop!

smgr: Dealer trade with the store in Riverton: our {stock} for their {color} {model}. Driver leaves
  at {at:60}.
seller +3: My customer thanks you. Should I hold the deposit until it lands?
smgr +2: Take it now, refundable until the VIN is in front of them.
smgr +25: [[Their desk says it's gassed and the book is in the glovebox.|They ask for both keys this
  time.]]
seller2 +4: [[Write that down, last one came on fumes.|That was one time, and I found it.]]

seller: Truck just dropped {n:5-9} units in the back row. One {model} has a scrape on the rear
  bumper cover.
smgr +4: Photos before the driver signs out, all four corners. Note it on the delivery receipt.
seller +9: Done, driver initialed it. Photos are in the stock file.
svcmgr +40: Transport claim opened. Don't promise that one to anybody for two weeks.

seller: Delivery tips that worked today: paired the customer's phone BEFORE explaining anything
  else. They stopped being nervous right there.
seller2 +7: Stealing that.
smgr +12: Add it to the checklist, second line.

# x2
seller: We-owe check on {cust}: [[second key and all-weather mats|tonneau cover and a touch-up on
  the tailgate]]. Anybody know if it came in?
svcmgr +18: [[Key is here, needs programming.|Cover is here, body shop has the tailgate slot
  {tomorrow}.]] Set them up for {tomorrow} after nine and we'll do it while they wait.
seller +6: Customer confirmed for {tomorrow}. Closing the we-owe when it's done.
smgr: Please do, I have {n:5-9} of these older than 30 days.

smgr: SSI came in for {lastmonth}: store {n:932-968}, region {n:929-944}. Two comments about waiting
  on finance, one about a car that wasn't clean. Four people mentioned {seller} by name, in a good
  way.
seller +5: ☺️
fi +16: Waiting is on me. {n:2-3} deliveries at once on the last Saturday. I'll take appointment
  times from the tower.
smgr +4: Deal. Tower texts you when the pencil is signed, not when they're in your door.

seller: Is the {model} for {cust} detailed? They're 20 minutes out, and early.
smgr +2: Detail says ten more minutes. Coffee, tour of service, introduce them to an advisor.
seller +15: Tour done, they booked their first service already 😄

seller: @fi do we have temp tags left? Drawer is empty.
fi +5: New pack in my office, they're numbered, so sign for yours.
seller: Signed for {n:2-4}.

smgr: In-transit update from the factory portal:
  - {stock} {model}: rail yard, {n:6-9} days
  - {stock2} {model2}: built, waiting on a ship-through inspection
  - {stock3} {model3}: on the truck, here {day:2}
seller +4: {stock3} is my sold order! Calling {cust} now.
smgr: Tell them the day after, and be early.

seller: First oil change coupons for delivery bags are gone.
mkt +30: New box at the cashier by noon {tomorrow}. Use the welcome mail until then, it has the same
  code.

seller: Customer can't get the app to see the {model}, it stays on "pending". Delivery is stuck on
  this.
seller2 +4: Was the VIN still in demo mode? It needs the sold-date reported first.
fi +6: Reported it just now. Give it ten minutes and sign out and in.
seller +17: Works. Remote start from the couch, huge smile.

smgr: Whoever parked {stock} on the delivery line with an eighth of a tank: no.
seller +6: Sorry, gas card was out with the other driver. Filling it now.
smgr +3: There are two cards now, second one is in the tower drawer, sign the sheet.

seller: {cust} called, took delivery {yesterday}, says the lane departure light stays on.
svcmgr +9: Windshield bug on the camera or a real fault. Have them swing by any time, I'll look at
  it in the drive myself.
seller +4h: They came. It was a bug. A literal bug.
svcmgr: Told you. No RO, no charge, wiped it with a smile.

seller: Customer wants the dealer badge off the trunk. Any harm?
smgr +4: None. Detail has the heat gun, do it before the wax.

seller2: House deal question: {cust} came through the owner's office, no salesperson. Who delivers?
smgr +8: You do, it pays the flat. And yes, it counts for the Saturday board.
seller2: Thank you!

smgr: Month to date deliveries by hour show we hand over a third of our cars after six. Customers
  are tired, we're tired, the photos are dark. Please offer mornings first.
seller +9: I'll try. They all work days though.
bdc +6: I started offering 7:45 coffee deliveries, two takers this week.
smgr: That's the spirit.

seller: @svcmgr loaner request: {cust}'s sold {model} is held for a recall remedy. They need wheels
  until it clears.
svcmgr +10: Stop-sale units get a loaner on us. Send them to the drive with license and insurance
  card, an advisor will write the agreement.
seller +5: On their way. And the unit stays off the line until you say so?
svcmgr +3: Until I say so in writing. No deliveries on an open safety recall, no exceptions.
`;
