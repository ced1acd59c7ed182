import { afterwardsStory } from './afterwards.ts'
import { checkInStory } from './check-in.ts'
import { clashStory } from './clash.ts'
import { customerStory } from './customer.ts'
import { depositStory } from './deposit.ts'
import { deskStory } from './desk.ts'
import { disputeStory } from './disputes.ts'
import { friendStory } from './friend.ts'
import { fullDayStory } from './full-day.ts'
import { holderStory } from './holder.ts'
import { keysStory } from './keys.ts'
import { kioskStory } from './kiosk.ts'
import { lineWatchStory } from './line-watch.ts'
import { operatorStory } from './operator.ts'
import { ownerStory } from './owner.ts'
import { leaverStory } from './owner-people.ts'
import { partsBackStory } from './parts-back.ts'
import { phoneStory } from './phone.ts'
import { planBuyerStory } from './plan-buyer.ts'
import { planDeskStory } from './plan-desk.ts'
import { programStory } from './program.ts'
import { promoCrowdStory } from './promo-crowd.ts'
import { regularStory } from './regular.ts'
import { restlessStory } from './restless.ts'
import type { Story } from './story.ts'
import { tugStory } from './tug.ts'
import { twoDevicesStory } from './two-devices.ts'
import { undoneVisitsStory } from './undone-visits.ts'
import { visitorStory } from './visitor.ts'
import { waiterStory } from './waiter.ts'

/** Each kind of story with how often it begins in a day of a shop; 'at opening' is once, in the morning. */
export const storyKinds: Readonly<Record<string, { story: Story; aDay: number | 'at opening' }>> = {
	customer: { story: customerStory, aDay: 10 },
	clash: { story: clashStory, aDay: 2 },
	tug: { story: tugStory, aDay: 2 },
	restless: { story: restlessStory, aDay: 2 },
	planBuyer: { story: planBuyerStory, aDay: 4 },
	holder: { story: holderStory, aDay: 6 },
	checkIn: { story: checkInStory, aDay: 4 },
	planDesk: { story: planDeskStory, aDay: 'at opening' },
	desk: { story: deskStory, aDay: 'at opening' },
	regular: { story: regularStory, aDay: 2 },
	friend: { story: friendStory, aDay: 2 },
	'undone visits': { story: undoneVisitsStory, aDay: 1 },
	'promo crowd': { story: promoCrowdStory, aDay: 1 },
	fullDay: { story: fullDayStory, aDay: 'at opening' },
	lineWatch: { story: lineWatchStory, aDay: 'at opening' },
	waiter: { story: waiterStory, aDay: 5 },
	owner: { story: ownerStory, aDay: 'at opening' },
	program: { story: programStory, aDay: 'at opening' },
	operator: { story: operatorStory, aDay: 'at opening' },
	dispute: { story: disputeStory, aDay: 'at opening' },
	'parts back': { story: partsBackStory, aDay: 'at opening' },
	deposit: { story: depositStory, aDay: 2 },
	'two devices': { story: twoDevicesStory, aDay: 3 },
	keys: { story: keysStory, aDay: 'at opening' },
	kiosk: { story: kioskStory, aDay: 'at opening' },
	leaver: { story: leaverStory, aDay: 'at opening' },
	phone: { story: phoneStory, aDay: 2 },
	visitor: { story: visitorStory, aDay: 3 },
	afterwards: { story: afterwardsStory, aDay: 2 },
}
