/**
 * Messages that a customer can switch off. `reviews` asks how a visit was; `waitlist` tells of a time or seat that
 * frees. Messages about a booking or its money cannot be switched off.
 */
export const messageTopics = ['reminders', 'reviews', 'waitlist', 'plans', 'rewards'] as const
export type MessageTopic = (typeof messageTopics)[number]
