import type { MessageTopic } from '#app/kernel/vocabulary/messaging.ts'

/** The topics in words for settings and the page of a mail's link. */
export const topicWords: Record<MessageTopic, { name: string; detail: string }> = {
	reminders: { name: 'Reminders', detail: 'About 24 and 2 hours before a visit or a session' },
	reviews: { name: 'Review requests', detail: '“How was it?”, the day after a visit' },
	waitlist: { name: 'Waitlists', detail: 'When a time or seat you’re waiting for opens up' },
	plans: { name: 'Plan reminders', detail: 'Before a plan ends' },
	rewards: { name: 'Rewards', detail: 'When a visit earns you one' },
}
