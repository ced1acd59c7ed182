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
		deps.drafts.shopWithServices('shop', null),
		deps.drafts.shopOfService('service'),
		deps.shopAppointments.blocksAhead(caller, 0),
		deps.notifications.exportNotifications(actor),
		deps.optOuts.isUnwanted({ subject: 'user', topic: 'plans' }),
		deps.vouchers.voucherOf(actor, 'reward'),
		deps.planSessions.sessionToCallOff('session'),
		deps.planSessions.plansWithSessions(actor, 0),
		deps.planSessions.heldSubscriptions(actor),
		deps.subscriptions.listSubscriptions(actor),
		deps.subscriptions.usageHistory(actor, 'subscription', { before: null, limit: 9 }),
		deps.subscriptions.placesAheadOf(actor, 'subscription', 9),
		deps.ownPlanData.exportSubscriptions(actor),
		deps.referralCodes.ownCodes(actor),
		deps.writeBatch([deps.referralCodes.giveCode(actor, 'enrollment', 'CODE')]),
	])
})
