import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import {
	completeAppointment,
	missAppointment,
	undoAppointment,
} from '#app/flows/booking/close-appointment.server.ts'
import { refundByOperator } from '#app/flows/refunds/refund-by-operator.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { chooseWith, confirmed, memberVisitor } from './savings.ts'
import type { Setting, Story } from './story.ts'

type Visit = { referenceNumber: string; userId: string }

/** The desk corrects what was entered: visits that gave cashback or rewards, which may be spent by now. */
export const undoneVisitsStory: Story = async (setting) => {
	const { me } = setting
	const { random } = me
	for (let times = 2 + random.below(4); times > 0; times--) {
		await me.wait(random.below(5 * HOUR_MS))
		const visit = await oneThatGave(setting)
		if (visit) await correct(setting, visit)
	}
}

/** A completed visit that gave something, mostly one whose customer has little cashback left. */
async function oneThatGave({ me, world, shop }: Setting): Promise<Visit | null> {
	const rows = await world.sql.rows(
		`SELECT visit.reference_number, account.user_id FROM appointments visit
			JOIN clients ON clients.id = visit.client_id JOIN cashback_accounts account
				ON account.user_id = clients.user_id AND account.shop_id = visit.shop_id
			LEFT JOIN ledger_accounts ledger ON ledger.id = 'cashback:' || account.id || ':NGN'
			WHERE visit.shop_id = ? AND visit.status = 'COMPLETED'
			ORDER BY coalesce(ledger.balance_kobo, 0) > 10000, visit.completed_at DESC, visit.id LIMIT 6`,
		shop.id,
	)
	if (rows.length === 0) return null
	const row = me.random.pick(rows)
	return { referenceNumber: String(row.reference_number), userId: String(row.user_id) }
}

/** Undone and entered again, twice at once or beside a spending, a refund or a cancellation. */
async function correct(setting: Setting, visit: Visit): Promise<void> {
	const { me, shop, world } = setting
	const { random } = me
	const { referenceNumber, userId } = visit
	const undo = () =>
		me.press('undoes', (deps, now) => undoAppointment(deps, { shopId: shop.id, referenceNumber, now }))
	const complete = (isPaid = true) =>
		me.press('completes again', (deps, now) =>
			completeAppointment(deps, { shopId: shop.id, referenceNumber, isPaid, now }),
		)
	const refund = () =>
		me.press('refunds, as the operator', (deps, now) =>
			refundByOperator(deps, { givenReference: referenceNumber, now }),
		)
	const spend = () => spendFor(setting, userId)
	const cancelSpent = () => cancelSpentOf(setting, userId)

	const beside = random.pick([undo, complete, refund, spend, cancelSpent, null])
	await (beside ? me.together(undo, beside) : undo())
	await me.wait(random.below(30 * MINUTE_MS))
	const between = random.pick([spend, cancelSpent, refund, null, null])
	if (between) await between()
	await me.wait(random.below(20 * MINUTE_MS))
	const isPaid = !random.chance(0.2)
	const again = random.below(10)
	if (again < 4) await complete(isPaid)
	else if (again < 6) await me.together(() => complete(isPaid), refund)
	else if (again < 8) await me.together(() => complete(isPaid), cancelSpent, complete)
	else if (again < 9)
		await me.press('enters a no-show', (deps, now) =>
			missAppointment(deps, { shopId: shop.id, referenceNumber, now }),
		)
	if (random.chance(0.3)) await refund()
	const [row] = await world.sql.rows(
		'SELECT status FROM appointments WHERE reference_number = ?',
		referenceNumber,
	)
	if (row?.status === 'COMPLETED' && random.chance(0.3)) await me.together(undo, undo, complete)
}

/** Its customer books with all the cashback that is there. */
async function spendFor(setting: Setting, userId: string): Promise<void> {
	const { me, shop, town } = setting
	const person = town.people.find((one) => one.userId === userId)
	if (!person) return
	const serviceId = me.random.pick(shop.services)
	const typed = { usesCashback: '1', paymentChoice: me.random.pick(['cash', 'online'] as const) } as const
	const inDays = 1 + me.random.below(2)
	const browser = await chooseWith(setting, memberVisitor(person), { serviceId, inDays, typed })
	if (browser) await confirmed(setting, browser, serviceId)
}

/** A visit that cashback pays is cancelled, by its customer or by the shop. */
async function cancelSpentOf({ me, shop, world }: Setting, userId: string): Promise<void> {
	const isByShop = me.random.chance(0.4)
	const [row] = await world.sql.rows(
		`SELECT visit.id, visit.reference_number FROM appointments visit JOIN clients ON clients.id = visit.client_id
			WHERE clients.user_id = ? AND visit.shop_id = ? AND visit.cashback_kobo > 0
				AND visit.status IN ('SCHEDULED', 'CONFIRMED') ORDER BY visit.starts_at DESC, visit.id LIMIT 1`,
		userId,
		shop.id,
	)
	if (!row) return
	const appointmentId = String(row.id)
	const referenceNumber = String(row.reference_number)
	if (isByShop)
		await me.press('cancels for the shop', (deps, now) =>
			cancelAppointment(deps, {
				by: { kind: 'shop', shopId: shop.id, referenceNumber, reason: 'Staff ill' },
				now,
			}),
		)
	else
		await me.press('cancels', (deps, now) =>
			cancelAppointment(deps, { by: { kind: 'customer', appointmentId }, now }),
		)
}
