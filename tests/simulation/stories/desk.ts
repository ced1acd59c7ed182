import { blockTime, unblockTime } from '#app/flows/booking/block-time.server.ts'
import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import {
	completeAppointment,
	missAppointment,
	undoAppointment,
} from '#app/flows/booking/close-appointment.server.ts'
import { handOverAppointment } from '#app/flows/booking/hand-over-appointment.server.ts'
import {
	confirmAppointment,
	markArrived,
	markTransferPaid,
} from '#app/flows/booking/mark-appointment.server.ts'
import { moveAppointment } from '#app/flows/booking/move-appointment.server.ts'
import { refundByOperator } from '#app/flows/refunds/refund-by-operator.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt, instantOf } from '#app/kernel/zone.server.ts'
import type { KnownAppointment } from './public-news.ts'
import type { Setting, Story } from './story.ts'

const DAY_ENDS_AT_MINUTE = 1_439

/** One day at the desk of a shop: customers come or do not, some walk in, some time is blocked, mistakes are undone. */
export const deskStory: Story = async (setting) => {
	const { me, shop } = setting
	const { random } = me
	const { date } = civilAt(shop.zone, me.now())
	const endsAt = instantOf(shop.zone, date, DAY_ENDS_AT_MINUTE) ?? me.now()
	const closed = new Set<string>()
	while (me.now() < endsAt) {
		await closeDue(setting, closed)
		if (random.chance(0.12)) await walkIn(setting)
		if (random.chance(0.05)) await block(setting)
		if (random.chance(0.1)) await somethingOdd(setting)
		await me.wait(10 * MINUTE_MS + random.below(50 * MINUTE_MS))
	}
	// The last customers are entered after closing time.
	await me.wait(random.below(3 * HOUR_MS))
	await closeDue(setting, closed)
}

/** Enters what became of each appointment that has begun, as the screen of the shop lists them. */
async function closeDue(setting: Setting, closed: Set<string>): Promise<void> {
	const { me, world, shop } = setting
	const { random } = me
	const due = await world.sql.rows(
		`SELECT id, reference_number, starts_at, payment_method, client_id FROM appointments WHERE shop_id = ? AND status IN ('SCHEDULED', 'CONFIRMED')
			AND starts_at <= ? ORDER BY starts_at, id`,
		shop.id,
		world.now() - 20 * MINUTE_MS,
	)
	for (const row of due) {
		const referenceNumber = String(row.reference_number)
		if (closed.has(referenceNumber)) continue
		closed.add(referenceNumber)
		const comes = !random.chance(0.12)
		if (comes && random.chance(0.3))
			await me.press('sees them arrive', (deps, now) =>
				markArrived(deps, { shopId: shop.id, referenceNumber, now }),
			)
		if (random.chance(row.payment_method === 'TRANSFER' ? 0.7 : 0.1))
			await me.press('sees the transfer', (deps, now) =>
				markTransferPaid(deps, { shopId: shop.id, referenceNumber, now }),
			)
		// Of one customer with two appointments each person closes their own, on two devices.
		const other = due.find(
			(one) => one.client_id === row.client_id && !closed.has(String(one.reference_number)),
		)
		if (other && comes) {
			const otherNumber = String(other.reference_number)
			closed.add(otherNumber)
			await me.together(...[referenceNumber, otherNumber].map((one) => () => complete(setting, one)))
		} else await (comes ? complete(setting, referenceNumber) : miss(setting, referenceNumber))
		// A no-show's time is given to a walk-in, and then the customer comes after all.
		const isGivenAway = !comes && random.chance(0.5)
		if (isGivenAway) await walkIn(setting)
		if (isGivenAway || random.chance(0.1)) {
			await me.wait(random.below(20 * MINUTE_MS))
			await undo(setting, referenceNumber)
			closed.delete(referenceNumber)
		}
		await me.wait(random.below(2 * MINUTE_MS))
	}
}

const complete = ({ me, shop }: Setting, referenceNumber: string) =>
	me.press('completes', (deps, now) =>
		completeAppointment(deps, { shopId: shop.id, referenceNumber, isPaid: true, now }),
	)
const miss = ({ me, shop }: Setting, referenceNumber: string) =>
	me.press('enters a no-show', (deps, now) =>
		missAppointment(deps, { shopId: shop.id, referenceNumber, now }),
	)
const undo = ({ me, shop }: Setting, referenceNumber: string) =>
	me.press('undoes', (deps, now) => undoAppointment(deps, { shopId: shop.id, referenceNumber, now }))

async function walkIn({ me, shop, town, world }: Setting): Promise<void> {
	const { random } = me
	const person = random.chance(0.4) ? random.pick(town.people) : null
	const draftId = newId()
	const serviceId = random.pick(shop.services)
	// A family books with one phone, and the desk types no e-mail.
	const [guest] = await world.sql.rows(
		`SELECT phone FROM checkouts WHERE shop_id = ? AND created_by_user_id IS NULL AND email IS NOT NULL AND phone IS NOT NULL
			ORDER BY created_at DESC LIMIT 1`,
		shop.id,
	)
	const phone = guest && random.chance(0.5) ? String(guest.phone) : null
	await me.press('books a walk-in', (deps, now) =>
		bookWalkIn(deps, {
			shopId: shop.id,
			serviceIds: [serviceId],
			staffMemberId: null,
			startsAt: now,
			customer: {
				firstName: 'Walk',
				lastName: 'In',
				email: null,
				phone: person ? null : phone,
				userId: person?.userId ?? null,
			},
			draftId,
			now,
		}),
	)
}

async function block({ me, shop, world }: Setting): Promise<void> {
	const { random } = me
	const blockId = newId()
	// Half of them begin while that person has an appointment.
	const [busy] = await world.sql.rows(
		`SELECT staff_member_id, starts_at FROM calendar_entries WHERE shop_id = ? AND appointment_id IS NOT NULL
			AND starts_at > ? ORDER BY starts_at LIMIT 1`,
		shop.id,
		world.now(),
	)
	const isMeant = random.chance(0.5)
	const someHour = Math.ceil(me.now() / HOUR_MS) * HOUR_MS + random.below(20) * HOUR_MS
	const someone = random.pick(shop.staff)
	const startsAt = busy && isMeant ? Number(busy.starts_at) + 15 * MINUTE_MS : someHour
	const staffMemberId = busy && isMeant ? String(busy.staff_member_id) : someone
	const blocked = await me.press('blocks time', (deps, now) =>
		blockTime(deps, {
			blockId,
			shopId: shop.id,
			staffMemberId,
			startsAt,
			endsAt: startsAt + HOUR_MS,
			reason: '',
			now,
		}),
	)
	if (blocked.length === 0 || random.chance(0.5)) return
	await me.wait(random.below(HOUR_MS))
	await me.press('opens it again', (deps, now) => unblockTime(deps, { shopId: shop.id, blockId, now }))
}

/** Acts that a desk takes now and then, at any appointment, some of them two at once. */
async function somethingOdd(setting: Setting): Promise<void> {
	const { me, shop, news } = setting
	const { random } = me
	const visit = news.someOf(random, shop.id)
	if (!visit) return
	const acts = [handOver, moveIt, cancelIt, confirmIt, undoIt, completeIt, missIt, refundIt, comesEarly]
	const chosen = [random.pick(acts), random.pick(acts)]
	if (random.chance(0.5)) await me.together(...chosen.map((act) => () => act(setting, visit)))
	else for (const act of chosen) await act(setting, visit)
}

const completeIt = (setting: Setting, { referenceNumber }: KnownAppointment) =>
	complete(setting, referenceNumber)
const missIt = (setting: Setting, { referenceNumber }: KnownAppointment) => miss(setting, referenceNumber)
const undoIt = (setting: Setting, { referenceNumber }: KnownAppointment) => undo(setting, referenceNumber)

const confirmIt = ({ me, shop }: Setting, { referenceNumber }: KnownAppointment) =>
	me.press('confirms', (deps, now) => confirmAppointment(deps, { shopId: shop.id, referenceNumber, now }))

export const handOver = ({ me, shop }: Setting, { referenceNumber }: KnownAppointment) => {
	const staffMemberId = me.random.pick(shop.staff)
	return me.press('hands over', (deps, now) =>
		handOverAppointment(deps, { shopId: shop.id, referenceNumber, staffMemberId, now }),
	)
}

export const moveIt = ({ me, shop }: Setting, { referenceNumber, startsAt }: KnownAppointment) => {
	const to = startsAt + me.random.pick([-1, 1, 24, 48, 72]) * HOUR_MS
	return me.press('moves it', (deps, now) =>
		moveAppointment(deps, { by: { kind: 'shop', shopId: shop.id, referenceNumber }, startsAt: to, now }),
	)
}

export const cancelIt = ({ me, shop }: Setting, { referenceNumber }: KnownAppointment) =>
	me.press('cancels for the shop', (deps, now) =>
		cancelAppointment(deps, {
			by: { kind: 'shop', shopId: shop.id, referenceNumber, reason: 'No water' },
			now,
		}),
	)

/** A customer is there at the wrong time, and gets another one. */
const comesEarly = async (setting: Setting, visit: KnownAppointment) => {
	const { me, shop } = setting
	const { referenceNumber } = visit
	await me.press('sees them arrive early', (deps, now) =>
		markArrived(deps, { shopId: shop.id, referenceNumber, now }),
	)
	await me.wait(me.random.below(20 * MINUTE_MS))
	await moveIt(setting, visit)
}

const refundIt = ({ me }: Setting, { referenceNumber }: KnownAppointment) =>
	me.press('refunds, as the operator', (deps, now) =>
		refundByOperator(deps, { givenReference: referenceNumber, now }),
	)
