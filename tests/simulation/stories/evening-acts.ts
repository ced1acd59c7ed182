import { completeAppointment, undoAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { answerProblem, reportProblem } from '#app/flows/booking/problem-reports.server.ts'
import { setPayoutAccount } from '#app/flows/payouts/set-payout-account.server.ts'
import { refundByOperator } from '#app/flows/refunds/refund-by-operator.server.ts'
import { dayOfWeekOf } from '#app/kernel/civil.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { PAYOUT_HOUR } from '../request.ts'
import type { Teller } from '../teller.ts'
import type { World } from '../world.ts'

/** A visit that is closed, and whose payment is to be paid out. */
export type VisitToPay = {
	shopId: string
	appointmentId: string
	referenceNumber: string
	paymentReference: string
}

/** Each new account keeps its shop waiting for 48 hours. */
const NEW_ACCOUNTS = 0.3

type Act = (setting: { world: World; me: Teller }, visit: VisitToPay) => Promise<void>

const refund: Act = async ({ me }, { paymentReference: givenReference }) => {
	await me.press('refunds what is being paid out', (deps, now) =>
		refundByOperator(deps, { givenReference, now }),
	)
}

/** The desk took the wrong line, and most often closes it again. */
const undo: Act = async ({ world, me }, { shopId, referenceNumber }) => {
	const isClosedAgain = me.random.chance(0.9)
	const afterMs = me.random.below(30 * MINUTE_MS)
	await me.press('undoes what is being paid out', (deps, now) =>
		undoAppointment(deps, { shopId, referenceNumber, now }),
	)
	if (!isClosedAgain) return
	world.begin(`${me.name}: closes ${referenceNumber} again`, async () => {
		await me.wait(afterMs)
		await me.press('completes it again', (deps, now) =>
			completeAppointment(deps, { shopId, referenceNumber, isPaid: true, now }),
		)
	})
}

/** While it is being paid out, or while its payout waits. */
const complain: Act = async ({ world, me }, { shopId, appointmentId, referenceNumber }) => {
	const isAnswered = me.random.chance(0.8)
	const afterMs = me.random.below(20 * HOUR_MS)
	await later({ world, me }, `complains about ${referenceNumber}`, async () => {
		await me.press('complains about what is being paid out', (deps, now) =>
			reportProblem(deps, { appointmentId, kind: 'money', words: 'I paid twice.', now }),
		)
		if (!isAnswered) return
		await me.wait(afterMs)
		await me.press('answers what was wrong', (deps, now) =>
			answerProblem(deps, { shopId, referenceNumber, answer: 'We looked at it.', now }),
		)
	})
}

/** The shop gives another account, by the operator. */
const replaceAccount: Act = async ({ world, me }, { shopId, paymentReference }) => {
	const isDone = me.random.chance(NEW_ACCOUNTS)
	const account = { bankCode: '058', accountNumber: String(2_000_000_011 + me.random.below(100_000_000)) }
	if (!isDone) return
	await later({ world, me }, `another account beside ${paymentReference}`, () =>
		me.press('gives another account', async (deps, now) => {
			const stored = await deps.payouts.accounts.accountsOf(shopId)
			return setPayoutAccount(
				{ ...deps, provider: deps.onlinePayments.provider },
				{
					shop: { id: shopId, name: 'Shop' },
					account,
					seenId: stored?.accounts[0]?.accountId ?? null,
					by: { setBy: 'operator' },
					linkKey: 'a key of a simulation alone',
					now,
				},
			)
		}),
	)
}

/** At once, or while a payout waits whose answer was lost, or that is too much for the balance. */
async function later({ world, me }: { world: World; me: Teller }, name: string, act: () => Promise<unknown>) {
	const waitMs = me.random.pick([0, 0, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS])
	if (waitMs === 0) return act()
	world.begin(`${me.name}: ${name}`, async () => {
		await me.wait(waitMs)
		await act()
	})
}

/** What the operator, the desk and customers do in the hour in which shops are paid. */
export const actsOfEvenings: readonly Act[] = [refund, undo, undo, complain, complain, replaceAccount]

/** Closed visits of the shops that the next run pays. */
export async function visitsToPay(world: World): Promise<VisitToPay[]> {
	const due = await world.sql.rows(
		`SELECT visit.shop_id, visit.id, visit.reference_number, payment_reference FROM transactions payment
			JOIN appointments visit ON visit.id = payment.appointment_id
			WHERE outcome = 'booked' AND is_payout_open = 1 AND visit.status IN ('COMPLETED', 'NO_SHOW')
				AND payment.shop_id IN (SELECT value FROM json_each(?)) ORDER BY payment_reference`,
		JSON.stringify(await shopsToPay(world)),
	)
	return due.map((row) => ({
		shopId: String(row.shop_id),
		appointmentId: String(row.id),
		referenceNumber: String(row.reference_number),
		paymentReference: String(row.payment_reference),
	}))
}

/** Shops whose payouts begin at this minute, or were left over. */
async function shopsToPay({ sql, now }: World): Promise<string[]> {
	const shops = await sql.rows(
		`SELECT shops.id, shops.time_zone, coalesce(looked.looked_at, 0) AS looked_at FROM shops
			LEFT JOIN payout_looks looked ON looked.shop_id = shops.id ORDER BY shops.id`,
	)
	return shops.flatMap(({ id, time_zone, looked_at }) => {
		const { date, minute } = civilAt(String(time_zone), now())
		const sinceMs = (minute - PAYOUT_HOUR * 60) * MINUTE_MS
		const isToPay = sinceMs >= 0 && dayOfWeekOf(date) <= 5 && now() - Number(looked_at) > sinceMs
		return isToPay ? [String(id)] : []
	})
}
