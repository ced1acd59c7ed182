import * as z from 'zod'
import { fullAddress } from '#app/domain/discovery/shop-words.ts'
import { mailFacts, writeMail } from '#app/domain/messaging/mail.ts'
import type { MovementId } from '#app/domain/payments/movement.ts'
import { appointmentReceipt, receipt } from '#app/domain/payments/receipt.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { newId } from '#app/kernel/id.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { formatMoney } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { isOldNews, messageKind } from './message-kind.server.ts'

type MailReceiptDeps = Pick<Repositories, 'booking' | 'payments' | 'messaging' | 'identity' | 'writeBatch'>

/** `sent_already`: within ten minutes. `too_many_mails`: the address reached the day's limit (D33). */
export type ReceiptRefusal =
	| 'receipt_not_found'
	| 'email_not_confirmed'
	| 'no_email'
	| 'sent_already'
	| 'too_many_mails'

const AGAIN_MS = 10 * MINUTE_MS

/** Mails the receipt of a paid booking to the address that booked it. */
export async function mailAppointmentReceipt(
	deps: MailReceiptDeps,
	{ appointmentId, now }: { appointmentId: string; now: Instant },
): Promise<Outcome<null, ReceiptRefusal>> {
	const [appointment, payment] = await Promise.all([
		deps.booking.appointments.appointment(appointmentId),
		deps.payments.attempts.paymentOfAppointment(appointmentId),
	])
	if (!appointment || appointmentReceipt(appointment, payment) === null) return refused('receipt_not_found')
	if (!appointment.hasEmail) return refused('no_email')
	const id = newId()
	return queue(
		deps,
		id,
		deps.messaging.outbox.insertAppointmentReceipt({
			id,
			appointmentId,
			dedupeKey: receiptKey(appointmentId, now),
			now,
		}),
	)
}

/** Mails the receipt of one of the actor's movements. */
export async function mailMovementReceipt(
	deps: MailReceiptDeps,
	{ actor, movement: named }: { actor: Actor; movement: MovementId },
): Promise<Outcome<null, ReceiptRefusal>> {
	const [user, movement] = await Promise.all([
		deps.identity.sessions.signedInUser(actor),
		deps.payments.movements.findMovement(actor, named),
	])
	if (!user || !movement) return refused('receipt_not_found')
	if (!user.isEmailVerified) return refused('email_not_confirmed')
	const id = newId()
	const shown = {
		...receipt(movement, `${user.firstName} ${user.lastName}`),
		address: fullAddress(movement.shop),
	}
	const queued = deps.messaging.outbox.insertAccountReceipt({
		id,
		userId: user.id,
		email: user.email,
		dedupeKey: receiptKey(`${user.id}:${named.kind}.${named.id}`, actor.at),
		payload: { holderId: user.id, receipt: shown },
		now: actor.at,
	})
	return queue(deps, id, queued)
}

async function queue(
	{ messaging: { outbox }, writeBatch }: MailReceiptDeps,
	id: string,
	insert: readonly Statement[],
): Promise<Outcome<null, ReceiptRefusal>> {
	const { standing } = await writeBatch({ insert, standing: outbox.standingOf(id) })
	const [queued] = standing
	if (!queued) return refused('sent_already')
	return queued.withheldAt === null ? accepted(null) : refused('too_many_mails')
}

/** One key for ten minutes, so that a second tap sends nothing. */
function receiptKey(subject: string, now: Instant): string {
	return `receipt:${subject}:${Math.floor(now / AGAIN_MS)}`
}

const line = z.object({ label: z.string(), amountKobo: z.number() })
const sum = z.object({ lines: z.array(line), total: line })

const receiptFields = z.object({
	shopName: z.string(),
	address: z.string(),
	/** With the way of payment, where the page shows one. */
	amount: z.string(),
	description: z.string(),
	status: z.string(),
	facts: z.array(z.object({ label: z.string(), text: z.string() })),
	/** The price of the visit; null without one. */
	bill: sum.extend({ cashback: sum.nullable() }).nullable(),
})

/**
 * A booking's receipt is read at sending time. A movement's is kept as shown, since only a session may read an
 * account's money.
 */
export const receiptMessage = messageKind({
	kind: 'receipt',
	payload: z.union([
		z.object({ appointmentId: z.string() }),
		z.object({ holderId: z.string(), receipt: receiptFields }),
	]),
	async isStillTrue({ booking: { appointments }, payments: { attempts } }, queued, now) {
		if (isOldNews(queued, now)) return refused('too_old')
		const { payload } = queued
		if ('receipt' in payload) return accepted(payload.receipt)
		const [appointment, payment] = await Promise.all([
			appointments.appointment(payload.appointmentId),
			attempts.paymentOfAppointment(payload.appointmentId),
		])
		if (!appointment) return refused('appointment_not_found')
		const receipt = appointmentReceipt(appointment, payment)
		return receipt
			? accepted({ ...receipt, address: fullAddress(appointment.shop) })
			: refused('nothing_paid')
	},
	letter({ sender }, { shopName, address, amount, description, status, facts, bill }) {
		const lines = bill
			? [...bill.lines, bill.total, ...(bill.cashback ? [...bill.cashback.lines, bill.cashback.total] : [])]
			: []
		return writeMail(sender, {
			subject: `Your receipt from ${shopName}: ${amount}`,
			title: `Receipt: ${amount}`,
			blocks: [
				mailFacts([
					{ label: 'From', value: `${shopName}\n${address}` },
					{ label: 'For', value: description },
					{ label: 'Status', value: status },
					...facts.map(({ label, text }) => ({ label, value: text })),
				]),
				...(lines.length > 0
					? [
							'What the visit cost',
							mailFacts(
								lines.map(({ label, amountKobo }) => ({
									label,
									value: formatMoney(amountKobo, 'NGN'),
								})),
							),
						]
					: []),
			],
			reason: 'You got this because you asked for this receipt.',
		})
	},
})
