/** Mistakes of mails, push messages and their times. */
export const bugsOfMessages = [
	{
		name: 'one-failure-drops-a-mail',
		mistake: 'A mail that the provider did not take at the first try is never sent.',
		file: 'app/flows/messages/mail-channel.server.ts',
		find: "if (answer.outcome === 'retry') return [message, { outcome: 'later', why: answer.why }]",
		replace: "if (answer.outcome === 'retry') return [message, { outcome: 'unreached', why: answer.why }]",
		foundAt: { seed: 1, seconds: 7 },
	},
	{
		name: 'two-deliverers-one-message',
		mistake: 'A message that one deliverer has claimed stays due, so another one sends it as well.',
		file: 'app/domain/messaging/message-delivery-repository.server.ts',
		find: 'nextAttemptAt: retryAt(now),',
		replace: '',
		foundAt: { seed: 3, seconds: 33 },
	},
	{
		name: 'reminder-of-the-old-time',
		mistake: 'A reminder that was queued for the start before a move is sent all the same.',
		file: 'app/flows/messages/reminder-messages.server.ts',
		find: "if (startsAt !== queued.payload.startsAt) return refused('appointment_moved')",
		replace: '',
		foundAt: { seed: 1, seconds: 8 },
	},
	{
		name: 'quiet-hours-of-lagos',
		mistake:
			'The quiet hours of every shop are those of Lagos, so customers elsewhere get news in their night.',
		file: 'app/kernel/quiet-hours.server.ts',
		find: `const { minute } = civilAt(zone, at)
	return minute >= QUIET_FROM_MINUTE`,
		replace: `const { minute } = civilAt('Africa/Lagos', at)
	return minute >= QUIET_FROM_MINUTE`,
		foundAt: { seed: 2, seconds: 19 },
	},
	{
		name: 'reminder-says-the-wrong-day',
		mistake:
			'A reminder counts today by UTC: in the evening in New York it says today for tomorrow, and tomorrow for today.',
		file: 'app/flows/messages/reminder-messages.server.ts',
		find: 'daysBetween(civilAt(timeZone, now).date,',
		replace: "daysBetween(civilAt('UTC', now).date,",
		foundAt: { seed: 6, seconds: 66 },
	},
]
