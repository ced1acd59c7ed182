import { clashStory } from './clash.ts'
import { customerStory } from './customer.ts'
import { deskStory } from './desk.ts'
import type { Story } from './story.ts'

/** Each kind of story with how often it begins in a day of a shop; 'at opening' is once, in the morning. */
export const storyKinds: Readonly<Record<string, { story: Story; aDay: number | 'at opening' }>> = {
	customer: { story: customerStory, aDay: 10 },
	clash: { story: clashStory, aDay: 1 },
	desk: { story: deskStory, aDay: 'at opening' },
}
