/**
 * What a customer can choose to be told of, or not: `reminders` before a visit or a session, `reviews` asks how a
 * visit was, `waitlist` tells of a time or a seat that frees, `plans` of a plan that ends, `rewards` of a reward that
 * was earned. Messages about a booking or its money cannot be switched off.
 */
export const messageTopics = ['reminders', 'reviews', 'waitlist', 'plans', 'rewards'] as const
export type MessageTopic = (typeof messageTopics)[number]
