/** The shop: bays, diagnosis, recalls, recon and the tools that go missing. */
export const serviceShop = `
# x2
tech: RO {ro} needs a second opinion. {model}, [[intermittent no-start, no codes|U-codes all over,
  batteries test good]]. I've been at it {n:2-4} hours.
svcmgr +12: [[Check the ground behind the left kick panel, had two of those.|Wiggle the connector
  under the seat with the scanner live.]]
tech +50: [[Green as a Christmas tree. Cleaned, torqued, starts every time.|There it is, drops out
  when I touch it. Terminal is spread.]]
svcmgr: Photo for the file please, warranty likes pictures.
tech +6: Uploaded.

svcmgr: New recall campaign in today: {model}, {n:14-40} units in our market, {n:2-5} of them in
  stock. Stop delivery until the remedy kit is here. I tagged the keys red.
smgr +9: Which stock numbers?
svcmgr +3: {stock}, {stock2}. I'll post the rest as I walk the lot.
parts +40: First kits are allocated, {n:4-8} on {day:3}'s truck.
smgr +5: Thank you, telling the buyers now.

porter: Who has the long transmission jack? Bay {n:2-9} needs it.
tech +8: I'm under a Tahoe-sized problem with it. Thirty minutes.
porter: No rush, coffee first.

smgr: @svcmgr recon question: {ustock} has been in "mechanical" for {n:4-7} days. What is it waiting
  for?
svcmgr +14: Approval. Estimate is {$:1150-1900-50}: front struts, two tires, a blower motor.
smgr +6: Approved on struts and tires. Blower motor works on high, sell it as is? No. Fix it.
svcmgr: 👍 back to you {day:2}.
svcmgr +next: Done a day early, in detail now.

# clock=10:50
tech: Lift in bay {n:3-8} is drifting down on one side. Locked out and tagged.
svcmgr +3: Good call. Service company comes {tomorrow} at seven. Move heavy work to the two-post at
  the end.
tech +5: Moved. Will need help rolling the {model}, trans is out.
porter +4: Four of us coming.
svcmgr +next: Lift fixed, cable stretched. Inspected and signed, tag is off.

# clock=08:09
svcmgr: Hours {yesterday}: {n:78-104} flagged on {n:68-76} clocked. Best day of {month} so far.
  {tech} had {n:12-15}.
tech +20: It's called a coffee with my name on it.
svcmgr: It's called a good dispatcher.

tech: Anyone else getting "server not reachable" on the diagnostic laptop? Module programming sits
  at 12 %.
svcmgr +4: Don't unplug it! Put the battery maintainer on and wait.
admin +18: It's the manufacturer's side, their status page just turned red. Nothing on our network.
tech +65: Came back by itself, finished at 100. Breathing again.

svcmgr: Safety walk {tomorrow}. Eye wash, extinguisher tags, no hoses across the aisle, creepers
  standing up. You know the list.
tech +11: Eye wash in the back has low pressure.
svcmgr +4: Plumber is called. Thanks for saying it before they do.

# x2
tech: Multi-point on RO {ro}: rears at {n:2-3} mm, [[battery fails the load test|left inner tie rod
  has play]], wipers torn. Photos and video attached to the RO.
advisor +10: [[Sold the brakes and the battery|Sold the tie rod and alignment]], wipers declined.
tech +2: On it. @parts the kit is number {n:3-5} on the bench sheet.
parts +8: Pulled, on the counter.

svcmgr: Comeback on RO {ro}: oil smell after a filter housing. Who did the first one? Not blaming, I
  want to see the torque.
tech +5: Me. I used the old gasket because the new one was back-ordered and the customer was
  waiting.
svcmgr +6: Next time it waits. Redo on me, no flag, and we learn.
tech +3h: Redone with the new gasket, pressure tested, road tested. Dry.

porter: Wash bay drain is backing up again, water is at the door.
svcmgr +5: Shut the bay, hand wash outside for today. Plumber is coming for the eye wash anyway.
smgr +12: Sales has deliveries at {at:120} and {at:180}, can those two be done first?
porter +3: Doing those two by hand now.

# store=hyundai
tech: EV on RO {ro}, Ioniq 5: isolation fault. I'm certified but not alone. Who's second?
svcmgr +3: I'll stand by. Gloves dated this year, cones out, rescue hook on the wall. No shortcuts.
tech +80: Fault is in the charge port harness, chafed. High voltage is down and verified, harness on
  order.
svcmgr: Perfect textbook. Keep the cones until it's closed up.

svcmgr: Who's on the ASE list for {day:4}? I need headcount for lunch and for the bays.
tech +6: Me for A6. Pray.
svcmgr: Everybody who passes gets the day off with pay, as always.

tech: Torque wrench from the cal drawer, the half-inch. Anyone?
porter +9: On the tire machine.
tech: Of course it is.

svcmgr: Tool room count came up short: one leak tester, one long breaker bar. Check your boxes
  please, no questions asked.
tech +25: Breaker bar was behind my box. Returned.
svcmgr +next: Leak tester appeared on my desk overnight. Magic. Thanks, ghost.

smgr: @svcmgr used units waiting for inspection: {ustock}, {ustock2}, {ustock3}. I have a customer
  for the middle one at {at:240}.
svcmgr +6: Middle one goes next. The other two {tomorrow} morning.
tech +70: {ustock2} passed, needs one bulb and an alignment, doing both.
smgr +2: 🙌

# months=11,12,1,2,3
svcmgr: Cold snap: park everything with a diesel inside or plugged in overnight. Batteries too
  please, eleven jump starts {yesterday}.
porter +15: Plugged in the six on the north fence. Out of cords now.
parts +7: Four more cords at the counter, sign them out.

# months=5,6,7,8,9
svcmgr: Heat index is over a hundred this week. Water in the cooler by bay one, breaks every hour on
  the heavy line, nobody plays hero.
tech +8: Fans in the back row trip the breaker if the compressor kicks in.
svcmgr +10: Electrician is on the list for {tomorrow}. Until then compressor on the other panel.
`;
