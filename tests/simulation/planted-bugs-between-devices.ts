import type { PlantedBug } from './planted-bugs.ts'

/** Mistakes that need two acts, two devices or a midnight between them: plans, waits, messages, devices and owners. */
export const bugsBetweenDevices: readonly PlantedBug[] = [
	{
		name: 'a-freed-seat-passes-the-line-by',
		mistake: 'A seat whose offer has run out goes to the first to book it, before the next in its line.',
		file: 'app/flows/subscriptions/book-session.server.ts',
		find: `			...offerSeats(deps, { sessionId, timeZone: session.shop.timeZone, now }),
`,
		replace: '',
		foundAt: null,
		notFound: 'searched for 42 s among planBuyer,holder,checkIn,planDesk alone, short of its budget',
	},
	{
		name: 'a-used-plan-is-refunded',
		mistake: 'A plan that its holder used since the page was read is cancelled for the whole price.',
		file: 'app/flows/subscriptions/cancel-subscription.server.ts',
		find: `			deps.subscriptions.subscriptionChanges.requireUseAsSeen(held, moneyBack.isRefundable, now),
`,
		replace: '',
		foundAt: null,
		notFound: 'not searched for yet',
	},
	{
		name: 'a-pause-takes-an-unseen-place',
		mistake: 'A pause gives up a place that was booked on another device since its page was read.',
		file: 'app/flows/subscriptions/pause-subscription.server.ts',
		find: `			subscriptionChanges.requireLostAsRead(held.id, placeIds, now),
`,
		replace: '',
		foundAt: null,
		notFound: 'searched for 40 s among planBuyer,holder,checkIn,planDesk alone, short of its budget',
	},
	{
		name: 'a-resumed-plan-ends-late',
		mistake: 'A plan that is resumed early keeps the end of its whole pause.',
		file: 'app/domain/subscriptions/pause.server.ts',
		find: 'const endsAt = movedByDays(zone, held.endsAt, -daysLeft)',
		replace: 'const endsAt = movedByDays(zone, held.endsAt, 0)',
		foundAt: { seed: 1, seconds: 5 },
	},
	{
		name: 'a-forfeited-entry-stays-lost',
		mistake: 'A session is called off after a late cancellation, whose entry is not returned.',
		file: 'app/domain/subscriptions/place-repository.server.ts',
		find: `AND \${sessionBookings.status} <> 'completed' AND \${subscriptionEntries.returnedAt} IS NULL\``,
		replace: `AND \${sessionBookings.status} = 'booked' AND \${subscriptionEntries.returnedAt} IS NULL\``,
		foundAt: { seed: 5, seconds: 27, among: 'KINDS=planBuyer,holder,checkIn,planDesk' },
	},
	{
		name: 'a-week-of-its-own-at-the-door',
		mistake:
			'Entries at the door count in weeks of UTC, apart from those of sessions, so a week has twice as many.',
		file: 'app/flows/subscriptions/check-in.server.ts',
		find: 'weekStartsAt: weekStartsAt(timeZone, now),',
		replace: "weekStartsAt: weekStartsAt('UTC', now),",
		foundAt: null,
		notFound: 'not searched for yet',
	},
	{
		name: 'two-runs-offer-to-one-wait',
		mistake: 'Two runs of the job at once hold two times for one wait.',
		file: 'app/domain/booking/wait/slot-wait-change-repository.server.ts',
		find: `WHERE id = \${id} AND ended_at IS NULL AND offer_count = \${offerCount}\`),`,
		replace: `WHERE id = \${id} AND ended_at IS NULL\`),`,
		foundAt: null,
		notFound: 'not searched for yet',
	},
	{
		name: 'joining-again-counts-anew',
		mistake: 'Who joins the line again is offered its times from the beginning, without end.',
		file: 'app/domain/booking/wait/slot-wait-change-repository.server.ts',
		find: 'offer_count = CASE WHEN user_id IS excluded.user_id THEN offer_count ELSE 0 END,',
		replace: 'offer_count = 0,',
		foundAt: null,
		notFound: 'not searched for yet',
	},
	{
		name: 'waits-end-by-the-day-of-utc',
		mistake: 'The wait for a day ends with that day of UTC, in New York in the evening before.',
		file: 'app/flows/booking/offer-freed-times.server.ts',
		find: 'date < civilAt(shop.timeZone, at).date)',
		replace: 'date < new Date(at).toISOString().slice(0, 10))',
		foundAt: { seed: 2, seconds: 11, among: 'KINDS=fullDay,waiter,lineWatch' },
	},
	{
		name: 'the-second-move-has-no-mail',
		mistake: 'The second move of an appointment is not mailed: its key is that of the first.',
		file: 'app/flows/lifecycle/on-appointment-moved.server.ts',
		find: `dedupeKey: \`\${change}:\${messageId}\`,`,
		replace: `dedupeKey: \`\${change}:\${appointmentId}\`,`,
		foundAt: { seed: 1, seconds: 11 },
	},
	{
		name: 'unwanted-mail-is-sent',
		mistake: 'A customer gets messages about a topic that they have switched off.',
		file: 'app/domain/messaging/message-delivery-repository.server.ts',
		find: `FROM message_opt_outs WHERE subject = \${chooser}`,
		replace: 'FROM message_opt_outs WHERE 0',
		foundAt: { seed: 1, seconds: 8, among: 'KINDS=customer,regular,desk,afterwards' },
	},
	{
		name: 'a-reviewed-visit-is-asked-about',
		mistake: 'A customer who has written a review is asked for it the next day.',
		file: 'app/flows/messages/reminder-messages.server.ts',
		find: `		if (appointment.review) return refused('reviewed')
`,
		replace: '',
		foundAt: { seed: 3, seconds: 83 },
	},
	{
		name: 'a-locked-device-acts',
		mistake: 'A device that was locked goes on acting with the cookie of before.',
		file: 'app/http/kiosk-guard.server.ts',
		find: `		if (!context.response.ownerCookie && isLocked(touch, key, now)) throw toPin()
`,
		replace: '',
		foundAt: { seed: 1, seconds: 3 },
	},
	{
		name: 'a-link-outlives-its-maker',
		mistake: 'The link that a device made opens another one after that device was ended.',
		file: 'app/domain/shops/access-key-repository.server.ts',
		find: `maker.ended_at IS NOT NULL))\``,
		replace: `maker.ended_at IS NOT NULL AND 0))\``,
		foundAt: { seed: 1, seconds: 3 },
	},
	{
		name: 'a-device-acts-for-another-shop',
		mistake: 'A device acts on an appointment of another shop whose number it knows.',
		file: 'app/flows/booking/act-on-appointment.server.ts',
		find: 'if (!appointment || (input.shopId && appointment.shopId !== input.shopId))',
		replace: 'if (!appointment)',
		foundAt: { seed: 1, seconds: 4 },
	},
	{
		name: 'a-repeated-call-acts-twice',
		mistake: 'A program that repeats its call after a lost answer does it a second time.',
		file: 'app/api/idempotency.server.ts',
		find: `hashSecretToken(\`\${secretHash}:\${sent}\`)`,
		replace: `hashSecretToken(\`\${secretHash}:\${sent}:\${crypto.randomUUID()}\`)`,
		foundAt: { seed: 1, seconds: 1 },
	},
	{
		name: 'a-day-is-closed-over-a-new-booking',
		mistake: 'A day is closed over an appointment that was booked since the owner looked.',
		file: 'app/flows/shop/write-change.server.ts',
		find: `	const checked = keepsAppointments ? [] : affects
	try {
		await writeIdempotent(deps.writeBatch, [
			...(await alongside),
			...(checked.length > 0 ? [deps.availability.conflicts.refuseConflicts(shopId, checked, now)] : []),
`,
		replace: `	const checked = keepsAppointments ? [] : affects
	try {
		if (checked.length > 0) {
			const conflicts = await deps.availability.conflicts.conflictsOf(shopId, checked, now)
			if (conflicts.length > 0) return refused({ conflicts })
		}
		await writeIdempotent(deps.writeBatch, [
			...(await alongside),
`,
		foundAt: null,
		notFound: 'not searched for yet',
	},
	{
		name: 'fewer-seats-than-are-held',
		mistake: 'An owner lowers the seats of a session below what is taken and held for its line.',
		file: 'app/domain/subscriptions/shop-plan-repository.server.ts',
		find: `\${placeCount} + (SELECT count(*) FROM \${sessionWaits} WHERE \${sessionWaits.sessionId} = \${planSessions.id}
						AND \${sessionWaits.endedAt} IS NULL AND \${sessionWaits.offerExpiresAt} > \${now}))\``,
		replace: `\${placeCount})\``,
		foundAt: null,
		notFound: 'searched for 65 s among planBuyer,holder,checkIn,planDesk alone, short of its budget',
	},
	{
		name: 'staff-leave-by-the-day-of-utc',
		mistake: 'A person leaves when their last day is over in UTC, in New York in the evening of that day.',
		file: 'app/flows/shop/change-catalogue.server.ts',
		find: 'lastDay < civilAt(timeZone, now).date',
		replace: 'lastDay < dateOfInstant(now)',
		foundAt: { seed: 2, seconds: 5, among: 'KINDS=leaver,kiosk' },
	},
]
