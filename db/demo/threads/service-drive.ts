/** The drive: advisors, promises, customers waiting, the loaner desk. */
export const serviceDrive = `
# x2
advisor: RO {ro}, {model}: customer is waiting and has to leave by {at:120}. [[Oil, rotate and a
  recall reflash|Brake noise, front, first stops of the day]]. Realistic?
svcmgr +5: [[Reflash alone is 40 minutes if the charger cooperates. Tell them {at:90} and be
  early.|If it's pads yes, if it's a wheel bearing no. Quote them the diag first.]]
advisor +2: Done, they're fine with it.
tech +55: [[Reflash took, washing it.|Pads at 2 mm, rotors clean up. Need a yes on {$:260-340-10}.]]
advisor +6: [[You're a hero.|Got the yes. Go.]]

advisor: RO {ro} says "makes noise". That's all the write-up has. Which noise, when, where?
advisor +0: ...and I just saw it's mine. Calling the customer.
tech +4: 😂
advisor +14: Clunk, front left, low speed, turning into her driveway. Updated.
tech +35: Sway bar link. See how easy?
~ 😂 advisor svcmgr

# clock=08:01
svcmgr: Morning lineup: {n:21-34} appointments, {n:4-7} waiters, {n:2-4} tow-ins from overnight.
  {tech} is on heavy line, quick lane has two, porter starts with the tow-ins.
porter +4: Tow-ins are in row {row}, keys in the drop box envelopes except one with no key at all.
advisor +6: No-key one is {cust}, he's bringing it at nine.

# x2
advisor: Three customers say the confirmation text has the [[wrong pickup hour|old shuttle number]].
  Anybody touch the template?
mkt +25: That was the holiday version that never got switched back. Fixed, next send is right.
advisor +3: Thank you! I'll stop apologizing now.

advisor: Shuttle is full until {at:150}. I have {n:2-3} in the lounge who were promised a ride.
porter +3: I can take two in the courtesy van, going by the hospital and back.
advisor: Please do, {cust} first, she has an appointment herself.
porter +35: Both dropped. Heading back.

advisor: Customer on RO {ro} declined the cabin filter, then asked why the A/C smells. I can't win.
tech +3: Show them the photo I put in the inspection. There's a whole nest.
advisor +12: Showed the photo. Approved in four seconds.
~ 😄 tech svcmgr

svcmgr: Survey from {cust}: "Advisor called before I had to." That's {advisor}. That's the whole job
  in one line.
advisor +10: 🥹 she was easy.
gm +35: Lunch is on me, {advisor}.

advisor: Anyone know why RO {ro} is still open? Car left {yesterday}.
svcmgr +6: Warranty line is waiting for the three Cs. Correction is blank.
tech +14: Filled it in: complaint verified, cause water in connector, correction cleaned, sealed,
  retested 12 miles.
svcmgr +3: Closed. That's how I like them.

advisor: Heads up, {cust} is coming back about the vibration. Third visit. Can @tech ride along with
  him?
svcmgr +4: Yes, block 30 minutes at {at:120}, road force balancer is booked after that.
tech +3h: Rode along. It's at 68, only on concrete. Two tires are out of round, one over 30 lb.
advisor +8: Selling tires on a third visit is fun. Calling the tire rep for warranty first.
svcmgr: Right order. Well done.

svcmgr: Open ROs over ten days, please update or close before you go home:
  - {oldro}: waiting on parts, no ETA noted
  - {oldro2}: customer doesn't answer
  - {oldro3}: internal, used car desk hasn't approved
parts +12: {oldro} parts are on {tomorrow}'s truck, I added it to the notes.
advisor +9: {oldro2} texted and left a voicemail, sending the letter.
smgr +30: {oldro3} approved, sorry, that sat in my inbox.

advisor: Is it just me or is check-in slow on the drive tablets?
svcmgr +4: Not just you. @admin drive wifi is crawling since the storm door got replaced.
admin +28: The access point over lane two lost power, the electricians unplugged it. Back up now.
advisor +3: Night and day. Thanks!

# sunday
porter: On call: tow just dropped one in front of the gate, {model}, no envelope. Where do you want
  it?
svcmgr +14: Inside the fence please, row {row}. Take a photo of the odometer and the corners.
porter +22: In, locked, photos done. Dash says transmission hot.
svcmgr +6: Thanks for going in on a Sunday. {advisor} will call them first thing.
advisor +next: Called at 8:05, owner was surprised anybody knew. RO {ro}.

# sunday
advisor: On-call line: customer stuck at the lake with a dead {model}, the tow company wants to know
  where to.
svcmgr +9: Roadside is still active on that VIN, five years. Send them the roadside line and have it
  towed to us.
advisor +18: Done, truck is an hour out. Drop box, no rush.

svcmgr: We're overbooked {day:2}, {n:38-46} hours sold and {n:29-34} hours of techs. Please stop
  adding waiters, offer {day:3} or a loaner.
advisor +7: Moved four to {day:3}, two took drop-off.
svcmgr: Perfect, that gets us to even.

advisor: RO {ro} customer left a thank-you card with a gift card for whoever fixed her heater.
tech +20: That was me. I'll split it with whoever holds the flashlight next time.

advisor: @fi does the extended contract on {cust}'s {model} cover the rental? The administrator has
  had me on hold for an hour.
fi +10: Ours does, $40 a day, five days max, starts once the failure is authorized. Get the auth
  number first.
advisor +25: Auth number in hand, five days approved. You saved me an hour of hold music.

svcmgr: Reminder: no keys in cars on the drive with the engine off. Tag, hook, done. Insurance
  visited next door, and we're not going to be the next example.
porter +6: I walked it, two keys found, both tagged now.

advisor: @parts {cust} wants to know if we price match the tire shop on four for the {model}.
parts +9: Yes, with their written quote, same tire, same load rating. We also throw in the road
  hazard.
advisor +40: Matched and sold, mounting {tomorrow} at nine.

advisor: Customer pay over {$:2400-3900-100} on RO {ro}, customer wants to split it over two cards
  and financing.
svcmgr +3: Fine. Put the financing through first, then the cards, so nothing needs refunding.
advisor +30: Approved on all three. Job can start.
`;
