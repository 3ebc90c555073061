/** Parts counter and loaner desk: ETAs, cores, special orders, who has which car. */
export const serviceParts = `
# x2
advisor: @parts an ETA for RO {ro}? [[Steering angle sensor|Rear hatch strut and latch]], {model}.
  Customer asks every morning.
parts +9: [[Back-ordered nationally, 40+ units ahead of us. Shows {day:4} but I don't trust it.|Came
  from the wrong warehouse, it's on {tomorrow}'s truck for sure.]]
advisor +3: [[Any chance at another dealer?|Great, I'll set them for {day:2}.]]
parts +12: [[Found one at a dealer two counties over, our driver leaves at {at:60}.|And if the truck
  shorts us, the dealer in Riverton holds one for me.]]
advisor +4: [[You just made somebody's week.|Good to know, thank you.]]

# clock=09:15
parts: Cores please! {n:9-16} overdue, that's {$:1400-2600-100} of our own money sitting in the
  shop. Alternators, two racks, a transfer case.
tech +12: Rack and alternator from RO {ro} are under bench three. Bringing them.
porter +8: I'll do a round with the cart after lunch.
parts +4h: Down to three. Thank you all.

parts: Special orders that nobody picked up, older than 30 days:
  - {cust}, running boards
  - {cust2}, trunk tray
  - {cust3}, key shell
  | I'll return them {day:3} unless an advisor says stop.
advisor +14: Stop on {cust}, he's deployed, his wife comes {day:2}.
parts: Held with a note.

tech: @parts wrong filter in the box for RO {ro}, part number on the label is right, part isn't.
parts +4: Re-boxed return, seen it before with that supplier. New one in your hand in five.
parts +6: Swapped. Claim is filed.

# x2
advisor: @porter which loaners are actually here? Board says four, lot says two.
porter +7: I see [[the white {model} and the gray one|two, and one of them is on the charger]].
  Third is with {cust}, due {yesterday}.
advisor +4: Calling {cust}.
advisor +25: [[They thought it was theirs until their car is done. Coming at {at:120}.|In the shop
  of another town, back {tomorrow}. Extended in the system.]]
svcmgr: Please put the due date on the mirror hanger AND in the text. Every time.

advisor: Loaner came back with no fuel and a juice box under the seat. Do we charge?
svcmgr +5: Fuel yes, it's in the agreement. Juice box is on us.
porter +10: Vacuumed and filled, {n:9-12} gallons.

advisor: Loaner {n:3-14} returned with a cracked mirror, customer says it was like that.
porter +4: Check-out photos from {yesterday} show it fine, all eight angles.
advisor +9: Sent her the photo. She was kind about it, insurance info is on the agreement.
svcmgr: This is why we take eight photos.

# clock=10:20
parts: Emergency order cut-off moved to 3:30 today because of the warehouse inventory. Stock orders
  go as usual.
advisor +6: RO {ro} needs a control arm, is that on it?
parts +2: Already on. {n:2-3} more spaces if you're quick.

parts: Who can receive the freight at 7:15 {tomorrow}? I'm at the dentist.
porter +9: I can, where do you want it?
parts: Pallet to the cage, anything wet gets a photo and a refusal.
porter +next: Two pallets in, all dry, paperwork on your chair. How's the tooth?

svcmgr: Warranty parts retention: keep everything tagged by RO for 30 days. The rep wanted to see
  the module from {ro} and it was gone.
parts +8: It was in the scrap bin, got it back, not crushed. New shelf is labeled by week now.
svcmgr: Thank you. That would have been a {$:780-1400-20} chargeback.

tech: Do we stock the transport clips for the {model} bumper? I need five for RO {ro} and the kit
  has three.
parts +3: Generic ones fit, drawer 14, take what you need and write it on the RO.

advisor: Customer with a {used} wants OE wipers at the price of the big box store. Do we?
parts +5: We match the price, they get the good blades, and I'd rather have them in our drive twice
  a year.
advisor: Sold, plus an air filter.

parts: Obsolescence list is out, {$:8400-12600-200} over twelve months. Advisors, have a look before
  I send it back, some of it fits the cars you see every day.
advisor +20: The roof rails! I have two customers who'd take those {tomorrow}.
parts +4: Take them at cost plus ten, happy to see them go.

svcmgr: Overdue loaners this {daypart}: {n:2-4}. Names are in the loaner report. If a repair got
  delayed, extend it in the system, don't just "know about it".
advisor +8: Two of them are mine, extended with new dates.
advisor +30: Third one is at the hospital with her mother, I told her to keep it until {day:2}.
svcmgr +2: Right decision. Note it so nobody calls her.

# clock=09:00
parts: Tire truck came early. {n:24-40} in, racks are full. Please don't store customer take-offs in
  the aisle, the door alarm is blocked.
porter +6: Moved {n:6-12} take-offs to the shed. Labeled.
parts: Appreciated!

advisor: @parts is the windshield for RO {ro} the one with the heated wiper area? Glass company
  asks.
parts +7: By VIN, heated plus rain sensor plus the camera bracket. And it needs a calibration after,
  book two hours.
advisor +5: Booked calibration for {day:2} at ten.
tech +2: Target board is in bay {n:4-9}, floor is level there. Leave it to me.

parts: Somebody asked for touch-up in {color} for the {model} and left no name. It's here.
tech +15: Me, for the recon unit. Coming over.

# x2
parts2: [[Can anyone spare a 94R battery?|Short one jug of the red coolant, anyone?]] Ours comes in
  three days and the customer is in the lounge.
parts +8: [[Two on my shelf, one is yours if you send a driver.|Have it, transfer is written.]]
parts2 +3: Driver leaves now. I owe you.
parts +2h: Picked up. You owe me two, I keep count.
`;
