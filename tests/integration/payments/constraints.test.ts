import type { InStatement } from '@libsql/client/web'
import { beforeAll, describe, expect, test } from 'vitest'
import { classifyDatabaseError } from '#db/database-error.server.ts'
import { constraintViolation } from '#tests/support/constraint-violation.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { plantPayments } from './planted-payments.ts'

/**
 * Writes past all checks of the app: each constraint of money has to hold by itself. Nothing is committed:
 * every try is rolled back.
 */
const now = Date.UTC(2026, 10, 21, 9)
const database = withTestDatabase({ demoAt: now })
beforeAll(() => plantPayments(database().client, now))

const verdict = (...statements: InStatement[]) => constraintViolation(database().client, statements)

const setAttempt = (paymentReference: string, change: string) =>
	`UPDATE payment_attempts SET ${change} WHERE payment_reference = '${paymentReference}'`
const setPayment = (paymentReference: string, change: string) =>
	`UPDATE transactions SET ${change} WHERE payment_reference = '${paymentReference}'`
const setRefund = (paymentReference: string, change: string) =>
	`UPDATE refunds SET ${change} WHERE payment_reference = '${paymentReference}'`
/** Some visit that nothing was paid for in advance. */
const cashAppointment = `(SELECT id FROM appointments WHERE status = 'CONFIRMED' AND paid_kobo = 0 ORDER BY id LIMIT 1)`

describe('law 1: paid is final', () => {
	test('an older answer does not make a paid try unpaid; saying it again is no harm', async () => {
		for (const status of ['created', 'open', 'replaced', 'not_started', 'closed']) {
			expect([status, await verdict(setAttempt('whole', `status = '${status}'`))]).toEqual([
				status,
				'payment_is_final',
			])
		}
		expect(await verdict(setAttempt('whole', `status = 'paid'`))).toBe('accepted')
	})

	test('money may come to a try in any other state', async () => {
		for (const status of ['created', 'open', 'replaced', 'not_started', 'closed']) {
			expect([
				status,
				await verdict(setAttempt('open', `status = '${status}'`), setAttempt('open', `status = 'paid'`)),
			]).toEqual([status, 'accepted'])
		}
	})

	test('a checkout has one open try, so that a double tap finds the first one’s', async () => {
		const again = (status: string) => `INSERT INTO payment_attempts
				(payment_reference, checkout_id, amount_kobo, mode, status, created_at, expires_at, next_check_at)
			VALUES ('again', 'checkout-open', 1000, 'test', '${status}', 0, 0, 0)`
		expect(await verdict(again('created'))).toBe('unique:payment_attempts.checkout_id')
		expect(await verdict(setAttempt('open', `status = 'replaced'`), again('created'))).toBe('accepted')
		expect(await verdict(again('replaced'))).toBe('accepted')
	})

	test('a try is for something, in a known state and mode', async () => {
		expect(await verdict(setAttempt('open', 'amount_kobo = 0'))).toBe('check:attempt_amount')
		expect(await verdict(setAttempt('open', `status = 'lost'`))).toBe('check:attempt_vocabulary')
		expect(await verdict(setAttempt('open', `mode = 'play'`))).toBe('check:attempt_vocabulary')
	})
})

describe('law 2: what became of a payment goes forward only', () => {
	const taken = (decidedAt: number, paymentReference = 'offered') =>
		setPayment(
			paymentReference,
			`outcome = 'booked', appointment_id = ${cashAppointment}, resolved_at = ${decidedAt}`,
		)
	const refunded = (paymentReference: string) =>
		setPayment(paymentReference, `outcome = 'refund', resolved_at = ${now}`)

	test('an offer is taken up in time, and not a millisecond later', async () => {
		expect(await verdict(taken(now))).toBe('accepted')
		// It was open until a millisecond after now.
		expect(await verdict(taken(now + 1))).toBe('payment_decided')
	})

	test('an offer is taken up or given back, whoever comes second is refused', async () => {
		expect(await verdict(taken(now), taken(now))).toBe('payment_decided')
		expect(await verdict(refunded('offered'), taken(now))).toBe('payment_decided')
		expect(await verdict(refunded('offered'), refunded('offered'))).toBe('payment_decided')
		expect(await verdict(taken(now), refunded('offered'))).toBe('accepted')
	})

	test('a booking is given back, and keeps the name of its visit', async () => {
		expect(await verdict(refunded('whole'))).toBe('accepted')
		expect(await verdict(setPayment('whole', `outcome = 'refund', appointment_id = NULL`))).toBe(
			'payment_decided',
		)
	})

	test('nothing is offered again, booked again, or moved to another visit', async () => {
		const changes = {
			whole: [
				`outcome = 'offered', offer_expires_at = ${now + 1}`,
				`outcome = 'booked'`,
				`appointment_id = ${cashAppointment}`,
			],
			returned: [
				`outcome = 'booked'`,
				`outcome = 'offered', offer_expires_at = ${now + 1}`,
				`outcome = 'refund'`,
			],
			offered: [`appointment_id = ${cashAppointment}`],
		}
		for (const [paymentReference, tries] of Object.entries(changes)) {
			for (const change of tries) {
				expect([paymentReference, change, await verdict(setPayment(paymentReference, change))]).toEqual([
					paymentReference,
					change,
					'payment_decided',
				])
			}
		}
	})

	test('what was paid, by whom and for what never changes, and is never deleted', async () => {
		for (const change of [
			'amount_kobo = amount_kobo + 1',
			'fee_kobo = fee_kobo + 1',
			`currency = 'GHS'`,
			`checkout_id = 'checkout-open'`,
			`payment_reference = 'open'`,
		]) {
			expect([change, await verdict(setPayment('whole', change))]).toEqual([change, 'payment_is_final'])
		}
		expect(await verdict(`DELETE FROM transactions WHERE payment_reference = 'offered'`)).toBe(
			'payment_is_final',
		)
	})

	test('a reference is paid once, a visit once, and only a known try is paid', async () => {
		const paidAgain = (paymentReference: string, appointment: string) => `INSERT INTO transactions
				(id, payment_reference, checkout_id, shop_id, appointment_id, amount_kobo, currency, fee_kobo, payment_method,
					description, paid_at, recorded_at, outcome, resolved_at)
			SELECT 'again', '${paymentReference}', checkout_id, shop_id, ${appointment}, amount_kobo, currency, fee_kobo, payment_method,
				description, paid_at, recorded_at, 'booked', resolved_at FROM transactions WHERE payment_reference = 'whole'`
		expect(await verdict(paidAgain('whole', cashAppointment))).toBe('unique:transactions.payment_reference')
		expect(await verdict(paidAgain('open', 'appointment_id'))).toBe('unique:transactions.appointment_id')
		expect(await verdict(paidAgain('nobody', cashAppointment))).toBe('foreign_key')
		expect(await verdict(paidAgain('open', cashAppointment))).toBe('accepted')
	})

	test('a booking has a visit, an offer has an end, and amounts are not below zero', async () => {
		expect(await verdict(setPayment('offered', `outcome = 'booked', resolved_at = ${now}`))).toBe(
			'check:transaction_outcome',
		)
		expect(await verdict(setPayment('offered', 'offer_expires_at = NULL'))).toBe('check:transaction_outcome')
		expect(await verdict(setPayment('whole', 'staff_tip_kobo = -1'))).toBe('check:transaction_amounts')
		expect(await verdict(setPayment('whole', `payment_method = 'BARTER'`))).toBe(
			'check:transaction_payment_method',
		)
	})
})

describe('law 3: money goes back only where that was decided', () => {
	const sent = (
		paymentReference: string,
		{ amount = 'amount_kobo', currency = 'currency' } = {},
	) => `INSERT INTO refunds
			(id, payment_reference, amount_kobo, currency, reason, requested_at, changed_at, next_attempt_at)
		SELECT 'back', '${paymentReference}', ${amount}, ${currency}, 'cancelled', 0, 0, 0 FROM transactions WHERE payment_reference = 'offered'`
	const decided = setPayment('offered', `outcome = 'refund', resolved_at = ${now}`)

	test('a payment that is booked, offered or unknown is not sent back', async () => {
		for (const paymentReference of ['whole', 'offered', 'open', 'nobody']) {
			expect([paymentReference, await verdict(sent(paymentReference))]).toEqual([
				paymentReference,
				'refund_not_due',
			])
		}
		expect(await verdict(decided, sent('offered'))).toBe('accepted')
	})

	test('it is sent once, in its own currency, and not more than came', async () => {
		expect(await verdict(decided, sent('offered'), sent('offered').replace(`'back'`, `'again'`))).toBe(
			'refund_not_due',
		)
		expect(await verdict(decided, sent('offered', { amount: 'amount_kobo + 1' }))).toBe('refund_not_due')
		expect(await verdict(decided, sent('offered', { currency: `'GHS'` }))).toBe('refund_not_due')
		expect(await verdict(decided, sent('offered', { amount: '0' }))).toBe('check:refund_amount')
	})

	test('what has arrived does not move again; what failed can still arrive', async () => {
		for (const status of ['requested', 'pending', 'processing', 'failed', 'needs-attention']) {
			expect([status, await verdict(setRefund('returned', `status = '${status}'`))]).toEqual([
				status,
				'payment_is_final',
			])
			expect([
				status,
				await verdict(
					setRefund('returning', `status = '${status}'`),
					setRefund('returning', `status = 'processed'`),
				),
			]).toEqual([status, 'accepted'])
		}
		expect(await verdict(setRefund('returned', `status = 'processed'`))).toBe('accepted')
		expect(await verdict(setRefund('returning', `status = 'lost'`))).toBe('check:refund_status')
	})

	test('a refund does not grow on its way, change hands, or vanish', async () => {
		for (const change of [
			'amount_kobo = amount_kobo + 1',
			`currency = 'GHS'`,
			`payment_reference = 'whole'`,
		]) {
			expect([change, await verdict(setRefund('returning', change))]).toEqual([change, 'payment_is_final'])
		}
		expect(await verdict(`DELETE FROM refunds WHERE payment_reference = 'returning'`)).toBe(
			'payment_is_final',
		)
	})
})

describe('law 4: the ledger', () => {
	const account = (kind: string, currency = 'NGN') => ({
		id: `${kind}:test:${currency}`,
		sql: `INSERT INTO ledger_accounts (id, kind, owner, currency) VALUES ('${kind}:test:${currency}', '${kind}', 'test', '${currency}')`,
	})
	const till = account('paystack')
	const due = account('shop_due')
	const foreignDue = account('shop_due', 'GHS')
	const accounts = [till.sql, due.sql, foreignDue.sql]
	const line = (accountId: string, amountKobo: number) =>
		`INSERT INTO ledger_lines (entry_id, account_id, amount_kobo) VALUES ('entry', '${accountId}', ${amountKobo})`
	const closing = `INSERT INTO ledger_entries (id, occasion, occurred_at, recorded_at) VALUES ('entry', 'payment:test', 0, 0)`
	const sound = [...accounts, line(till.id, 100), line(due.id, -100), closing]

	test('lines that sum to zero and the entry that closes them are accepted, and move the balances', async () => {
		expect(await verdict(...sound)).toBe('accepted')
		const transaction = await database().client.transaction('write')
		await transaction.batch(sound)
		const { rows } = await transaction.execute(
			`SELECT kind, balance_kobo FROM ledger_accounts WHERE owner = 'test' AND currency = 'NGN' ORDER BY kind`,
		)
		await transaction.rollback()
		// What is held grows with its debit, what is owed with its credit.
		expect(rows.map((row) => [row.kind, row.balance_kobo])).toEqual([
			['paystack', 100],
			['shop_due', 100],
		])
	})

	test('an entry that does not sum to zero, in one of its currencies, or has no two lines, is refused', async () => {
		expect(await verdict(...accounts, closing)).toBe('ledger_unbalanced')
		expect(await verdict(...accounts, line(till.id, 100), closing)).toBe('ledger_unbalanced')
		expect(await verdict(...accounts, line(till.id, 101), line(due.id, -100), closing)).toBe(
			'ledger_unbalanced',
		)
		expect(await verdict(...accounts, line(till.id, 100), line(foreignDue.id, -100), closing)).toBe(
			'ledger_unbalanced',
		)
	})

	test('a line moves something, on an account that there is, once in its entry', async () => {
		expect(await verdict(...accounts, line(till.id, 0))).toBe('check:ledger_line_amount')
		expect(await verdict(...accounts, line('nobody', 100))).toBe('foreign_key')
		expect(await verdict(...accounts, line(till.id, 100), line(till.id, -100))).toMatch(
			/^unique:ledger_lines/,
		)
	})

	test('a line without its entry does not outlive its batch', async () => {
		expect(await verdict(...accounts, line(till.id, 100), line(due.id, -100))).toBe('foreign_key')
		const unclosed = database().client.batch([...accounts, line(till.id, 100), line(due.id, -100)], 'write')
		await expect(unclosed.catch((error) => classifyDatabaseError(error).rule)).resolves.toBe('foreign_key')
	})

	test('nobody is owed less than nothing, and Paystack may hold less than that', async () => {
		expect(await verdict(...accounts, line(till.id, -100), line(due.id, 100), closing)).toBe(
			'ledger_account_overdrawn',
		)
		const fees = account('paystack_fees')
		expect(await verdict(...accounts, fees.sql, line(till.id, -100), line(fees.id, 100), closing)).toBe(
			'accepted',
		)
	})

	test('once it is closed, an entry takes no more lines, and nothing of it changes or goes', async () => {
		const late = account('customer_money')
		const tries = [
			[late.sql, line(late.id, -100)],
			[`UPDATE ledger_lines SET amount_kobo = 101 WHERE entry_id = 'entry' AND amount_kobo > 0`],
			[`DELETE FROM ledger_lines WHERE entry_id = 'entry'`],
			[`UPDATE ledger_entries SET occurred_at = 1 WHERE id = 'entry'`],
			[`DELETE FROM ledger_entries WHERE id = 'entry'`],
		]
		for (const statements of tries) {
			expect([statements, await verdict(...sound, ...statements)]).toEqual([
				statements,
				'ledger_is_append_only',
			])
		}
	})

	test('an entry is made once', async () => {
		const again = (sql: string) => sql.replace(`'entry'`, `'again'`)
		expect(await verdict(...sound, again(line(till.id, 1)), again(line(due.id, -1)), again(closing))).toBe(
			'unique:ledger_entries.occasion',
		)
	})

	test('an account is of a known kind', async () => {
		expect(await verdict(account('pocket').sql)).toBe('foreign_key')
	})
})

test('a webhook comes in once', async () => {
	const again = `INSERT INTO webhook_events (id, dedupe_key, event, payload, received_at, next_attempt_at)
		SELECT 'again', dedupe_key, event, payload, 0, 0 FROM webhook_events`
	expect(await verdict(again)).toBe('unique:webhook_events.dedupe_key')
})

test('no more of a visit is paid in advance than it costs', async () => {
	const set = (paid: string) =>
		verdict(`UPDATE appointments SET paid_kobo = ${paid} WHERE id = ${cashAppointment}`)
	expect(await set('total_kobo')).toBe('accepted')
	expect(await set('total_kobo + 1')).toBe('check:appointment_paid')
	expect(await set('-1')).toBe('check:appointment_paid')
})

test('one of a draft’s checkouts is completed, however many wait', async () => {
	const sameDraft = `UPDATE checkouts SET draft_id = 'one' WHERE id IN ('checkout-open', 'checkout-offered')`
	const complete = (id: string) => `UPDATE checkouts SET status = 'COMPLETED' WHERE id = '${id}'`
	expect(await verdict(sameDraft, complete('checkout-open'))).toBe('accepted')
	expect(await verdict(sameDraft, complete('checkout-open'), complete('checkout-offered'))).toBe(
		'unique:checkouts.draft_id',
	)
})
