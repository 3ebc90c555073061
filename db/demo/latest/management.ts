export const latestManagement = `
# store=ford
samir.haddad -640: Per unit this week, before adjustments:
  - Ford: front $1,790, back $1,705
  - Hyundai: front $1,640, back $1,580
  - Chevrolet: front $1,910, back $1,720
  | Final is with you once the last three internal ROs at Chevy are closed.
renee.dubois -622: Two are closed, the third waits for the sublet invoice from the glass company.
  I'm driving there.
~ 🙏 samir.haddad
samir.haddad -604: Got it, numbers are final and in Reports. Thank you for driving.

# store=hyundai
grace.oyelaran -430: We lose a technician candidate to the shop across the road over the tool
  allowance. It's $60 a month. I'd like to match it for all three stores before it becomes a habit.
> executive -418: What does it cost in a year?
> denise.abernathy -402: With everybody on it, just under $8,000. One replacement hire costs us more
  than that.
> executive -396: Then it's decided. All three stores, from the first of next month.
> walt.jankowski -389: I'll tell mine in person. Thank you, this will be noticed.
~ 👍 grace.oyelaran renee.dubois curtis.yoder

# store=chevrolet
simone.archer -214: Heads up, one unit with an open recall was nearly delivered from our lot. The
  salesperson caught it on the board, the red tag had blown off. No harm done.
dale.hutchins -203: From today the key of a held unit is not on the board at all, it's in my drawer.
  I'd suggest the same everywhere.
~ 👍 gm grace.oyelaran executive
~ pin executive
executive -197: Policy: The key of a held unit stays in the drawer
  |
  | From today the key of a unit with an open recall or a stop-sale is not on the board. It stays in the
  manager's drawer until the hold is lifted, at all three stores.
admin -188: I can make the hold block the delivery step in Forecourt too, with the campaign number
  shown. Give me until {tomorrow} noon.

# store=ford
gm -176: Yes please to both. Keys in the drawer at Ford as of now, Walt has the list.
samir.haddad -92: Curtailment heads-up: 14 units, $46,000 due {day:3}. Nine of them are already sold
  or traded. Kevin, Simone, the other five are yours, what's the plan?
kevin.matsuda -81: Two of the three here go to the auction lane on {day:2}, the Ioniq has a deposit
  since an hour ago.
simone.archer -77: Both of mine are in the weekend ad with a payment. If they're here after it, I'll
  wholesale them myself.
executive -23: That's the kind of answer that saves a meeting. So let's not have one: I'm cancelling
  {tomorrow}'s, please use the hour to walk your lot with somebody new.
~ 👏 gm manager kevin.matsuda simone.archer
`;
