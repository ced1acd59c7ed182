import { test } from 'vitest'
import { createRepositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()

test('P13: what pages alone read is found by an index too', async () => {
	const deps = createRepositories(openDatabase({ url: database().url }))
	const actor = { sessionHash: 'unknown', at: 0 }
	const caller = { secretHash: 'unknown', kind: 'kiosk', sessionHash: 'unknown' } as const
	await Promise.all([
		deps.booking.drafts.shopWithServices('shop', null),
		deps.booking.drafts.shopOfService('service'),
		deps.booking.appointmentViews.blocksAhead(caller, 0),
		deps.messaging.notifications.exportNotifications(actor),
		deps.messaging.optOuts.isUnwanted({ subject: 'user', topic: 'plans' }),
		deps.loyalty.vouchers.voucherOf(actor, 'reward'),
		deps.subscriptions.planSessions.sessionToCallOff('session'),
		deps.subscriptions.planSessions.plansWithSessions(actor, 0),
		deps.subscriptions.planSessions.heldSubscriptions(actor),
		deps.subscriptions.periods.listSubscriptions(actor),
		deps.subscriptions.periods.usageHistory(actor, 'subscription', { before: null, limit: 9 }),
		deps.subscriptions.periods.placesAheadOf(actor, 'subscription', 9),
		deps.subscriptions.ownPlanData.exportSubscriptions(actor),
		deps.loyalty.referralCodes.ownCodes(actor),
		deps.writeBatch([deps.loyalty.referralCodes.giveCode(actor, 'enrollment', 'CODE')]),
	])
})
