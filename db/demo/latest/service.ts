export const latestService = `
# store=ford
walt.jankowski -566: Yesterday's list is clean: nothing open over ten days without a note. First
  time this year. Thank you, it makes the morning shorter for everybody.
~ 🎉 maria.lopez deshawn.pruitt lorraine.fitch
deshawn.pruitt -551: Can we frame it?
walt.jankowski -548: It's already on the fridge.
~ 😂 deshawn.pruitt maria.lopez

# store=chevrolet
trevor.mills -402: RO {ro}, Traverse Premier, third visit for the second-row seat motor. Customer
  was calm but I could hear the effort. What can I offer?
> renee.dubois -391: A loaner today, @hiro.tanabe on the job and not the next free tech, and me on the
  phone when it's done. Put it in the field report as a repeat.
> hiro.tanabe -318: Found it: the harness is pinched under the seat rail bolt, it only opens with
  somebody sitting in it. Repaired, re-routed, thirty cycles with Andre in the seat.
> andre.toussaint -315: I am the thirty cycles. It's comfortable.
~ 😄 renee.dubois hiro.tanabe trevor.mills
> trevor.mills -301: Picked up, drove it, hugged Renee. Closing the RO with photos.
~ ✅ renee.dubois

# store=hyundai
aisha.coleman -168: Loaner check: the white Kona was due {yesterday} at five. Customer says her
  claim adjuster told her she may keep it. Did anybody here talk to an adjuster?
> curtis.yoder -160: I did, this is real. Approved two more days, extend it in the system and note his
  claim number.
> aisha.coleman -156: Extended, new agreement is signed on the tablet.
ben.hollis -121: Truck is in. RO {ro} tailgate latch, RO {ro2} water pump, and the floor mats nobody
  remembers ordering.
viktor.dragan -114: Mats are mine, for the recon Tucson. Water pump goes in today.

# store=ford
walt.jankowski -385: Safety: Lift 4 is locked out until its cable is replaced
  |
  | Nobody raises, lowers or moves it, and nobody works under it. The red tag and the lock are mine, and
  only I take them off. Bays 3 and 5 stay open.

# store=ford
maria.lopez -47: @lorraine.fitch RO {ro}, Maverick Lariat: is the left mirror in the building?
  Customer is in the lounge and it's her birthday.
lorraine.fitch -41: In the building, in the right color, and Mateo is walking it to the bay.
deshawn.pruitt -12: Mirror is on, blind spot camera is calibrated. Somebody bring a candle.
maria.lopez -6: There was a muffin with a candle. She cried, I cried, CSI will be fine 🎂
~ ❤️ lorraine.fitch walt.jankowski deshawn.pruitt
~ 🎂 mateo.rivas
`;
