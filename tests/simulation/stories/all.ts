import { afterwardsStory } from './afterwards.ts'
import { customerStory } from './customer.ts'
import { deskStory } from './desk.ts'
import { disputeStory } from './disputes.ts'
import { fullDayStory } from './full-day.ts'
import { lineWatchStory } from './line-watch.ts'
import { operatorStory } from './operator.ts'
import { ownerStory } from './owner.ts'
import { programStory } from './program.ts'
import type { Story } from './story.ts'
import { waiterStory } from './waiter.ts'

/** Each kind of story with how often it begins in a day of a shop; 'at opening' is once, in the morning. */
export const storyKinds: Readonly<Record<string, { story: Story; aDay: number | 'at opening' }>> = {
	customer: { story: customerStory, aDay: 10 },
	desk: { story: deskStory, aDay: 'at opening' },
	fullDay: { story: fullDayStory, aDay: 'at opening' },
	lineWatch: { story: lineWatchStory, aDay: 'at opening' },
	waiter: { story: waiterStory, aDay: 5 },
	owner: { story: ownerStory, aDay: 'at opening' },
	program: { story: programStory, aDay: 'at opening' },
	operator: { story: operatorStory, aDay: 'at opening' },
	dispute: { story: disputeStory, aDay: 'at opening' },
	afterwards: { story: afterwardsStory, aDay: 2 },
}
