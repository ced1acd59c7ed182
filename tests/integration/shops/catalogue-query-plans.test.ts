import { beforeAll, expect, test } from 'vitest'
import { daySpans } from '#app/domain/payments/day-spans.server.ts'
import { changeService, changeStaff, createService } from '#app/flows/shop/change-catalogue.server.ts'
import { changeDayOff, changeHours, changeSchedule, closeDay } from '#app/flows/shop/change-hours.server.ts'
import { changeCapacity, changePlan } from '#app/flows/shop/change-plans.server.ts'
import { changeMilestone, changeProgram, changePromo } from '#app/flows/shop/change-promotions.server.ts'
import { type Statement, statementsOf } from '#app/kernel/write-batch.server.ts'
import { createRepositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { addPlan, addPlanSession } from '#tests/support/session-desk.ts'
import { addSmallShop, lagos, mondayMorningAt, tuesday } from '#tests/support/small-shop.ts'
import { tableWalks } from '#tests/support/table-walks.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

/** What a shop reads and changes of its own is found by its own rows, however many shops there are (P13). */
const database = withTestDatabase()
const statements = new Map<string, Statement>()
const now = mondayMorningAt

function recordingDeps() {
	const real = openDatabase({ url: database().url })
	const record = (statement: Statement) => void statements.set(statement.sql, statement)
	return createRepositories({
		read: (statement) => {
			record(statement)
			return real.read(statement)
		},
		writeBatch: (batch) => {
			statementsOf(batch).forEach(record)
			return real.writeBatch(batch)
		},
	})
}

beforeAll(async () => {
	const shop = await addSmallShop(database().client, 'shop')
	const planId = await addPlan(database(), 'shop')
	const sessionId = await addPlanSession(database(), planId, { startsAt: lagos(tuesday, '12:00') })
	const deps = recordingDeps()
	const asked = { shopId: 'shop', now }
	const [staffMemberId, serviceId] = [shop.idOf('Ada'), shop.idOf('cut')]
	const page = { after: null, limit: 9 }
	await changeService(deps, { ...asked, id: serviceId, fields: { isEnabled: false } })
	const fields = { categoryId: 'hair-beauty', name: 'Braids', durationMinutes: 60, priceKobo: 100 }
	await createService(deps, { ...asked, id: 'braids', fields })
	await changeStaff(deps, { ...asked, id: staffMemberId, fields: {}, serviceIds: [serviceId] })
	await changeStaff(deps, { ...asked, id: staffMemberId, fields: { isActive: false } })
	await changeDayOff(deps, { ...asked, staffMemberId, date: tuesday, isOff: true })
	await changeDayOff(deps, { ...asked, staffMemberId, date: tuesday, isOff: false })
	await closeDay(deps, { ...asked, date: tuesday, reason: '' })
	await changeHours(deps, { ...asked, week: [] })
	await changeSchedule(deps, { ...asked, staffMemberId, week: [] })
	await changePlan(deps, { ...asked, id: planId, fields: { title: 'Gym' } })
	await changeCapacity(deps, { ...asked, id: sessionId, capacity: 4 })
	await changePromo(deps, { ...asked, id: 'x', fields: { isActive: false } })
	await changeProgram(deps, { ...asked, id: 'x', fields: { status: 'ended' } })
	const reward = { rewardKind: 'manual', description: 'x' } as const
	await changeMilestone(deps, { ...asked, id: 'x', programId: 'x', fields: reward })
	const day = { fromAt: now, untilAt: now + 1 }
	await Promise.all([
		...[deps.catalogue.services, deps.catalogue.addOns, deps.catalogue.staff].map((rows) =>
			rows.page('shop', page),
		),
		...[deps.shopPlans, deps.shopPromos, deps.shopPrograms].map((rows) => rows.page('shop', page)),
		deps.catalogue.hours('shop'),
		deps.roster.schedule('shop', staffMemberId),
		deps.roster.daysOff('shop', staffMemberId, tuesday),
		deps.roster.closedDays('shop', tuesday),
		deps.metAppointments.metBy('shop', { kind: 'closed-day', date: tuesday }, now),
		deps.shopPlans.sessions('shop', { ...day, planId: null }),
		deps.shopPlans.sessions('shop', { ...day, planId }),
		deps.shopReviews.page('shop', page),
		deps.shopReviews.one('shop', 'x'),
		deps.payouts.days('shop', daySpans('Africa/Lagos', tuesday, tuesday)),
		deps.writeBatch([
			...deps.catalogue.updateAddOn('shop', 'x', { name: 'x' }),
			deps.shopReviews.setReply('shop', 'x', 'x', now),
			deps.shopPrograms.updateMilestone('x', 'x', reward),
			deps.shopPrograms.update('shop', 'x', { status: 'ended' }),
			deps.shopPromos.update('shop', 'x', { isActive: false }),
		]),
	])
})

test('no statement of what a shop offers walks through a table', async () => {
	expect(statements.size).toBeGreaterThan(45)
	expect(await tableWalks(database().client, statements.values())).toEqual([])
})
