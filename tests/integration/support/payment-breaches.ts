/** Rows of the payments that `plantPayments` made, as SQL that stands for an id. */
const appointmentOf = (reference: string) =>
	`(SELECT appointment_id FROM transactions WHERE payment_reference = '${reference}')`
const checkoutOf = (reference: string) =>
	`(SELECT checkout_id FROM payment_attempts WHERE payment_reference = '${reference}')`
const entryOf = (key: string) => `(SELECT id FROM ledger_entries WHERE occasion = '${key}')`
/** One that nothing was paid for in advance. */
const cashAppointment = `(SELECT id FROM appointments WHERE status = 'CONFIRMED' AND paid_kobo = 0 AND total_kobo > 0 ORDER BY id LIMIT 1)`

const setOf = (table: string, key: string) => (reference: string, change: string) =>
	`UPDATE ${table} SET ${change} WHERE ${key} = '${reference}'`
const setAttempt = setOf('payment_attempts', 'payment_reference')
const setPayment = setOf('transactions', 'payment_reference')
const setRefund = setOf('refunds', 'payment_reference')
const setAppointment = (id: string, change: string) => `UPDATE appointments SET ${change} WHERE id = ${id}`
const setCheckout = (id: string, change: string) => `UPDATE checkouts SET ${change} WHERE id = ${id}`

/** For each invariant about payments, by the beginning of its name: every way to break it without constraints. */
export const paymentBreaches: Record<string, Record<string, string[]>> = {
	'I5: a use of a promo code': {
		'of a visit that was called off': [
			setAppointment(
				`(SELECT id FROM appointments WHERE promo_code_id IS NOT NULL AND status = 'COMPLETED' LIMIT 1)`,
				`status = 'CANCELLED', cancelled_at = 1`,
			),
		],
		'of a checkout that was agreed without it': [
			`INSERT INTO promo_uses (checkout_id, promo_code_id, amount_kobo, used_at) SELECT 'checkout-open', id, 0, 0 FROM promo_codes LIMIT 1`,
		],
	},
	'I2: a checkout is completed': {
		'without an appointment': [setCheckout(`'checkout-open'`, `status = 'COMPLETED'`)],
		'never, and there is one': [setCheckout(checkoutOf('whole'), `status = 'PENDING'`)],
		'later, and paid in cash': [
			setCheckout(`'checkout-open'`, `payment_choice = 'cash', payment_method = 'CASH', due_kobo = NULL`),
		],
	},
	'I2: a try to pay': {
		'without money': [setAttempt('open', `status = 'paid'`)],
		'with money, and closed': [setAttempt('whole', `status = 'closed'`)],
		'for another checkout': [setPayment('offered', `checkout_id = 'checkout-open'`)],
		'at another shop': [
			setPayment(
				'offered',
				`shop_id = (SELECT id FROM shops WHERE id <> transactions.shop_id ORDER BY id LIMIT 1)`,
			),
		],
	},
	'I12: an attempt that ended': {
		'on no answer': [
			setAttempt('open', `status = 'closed', gateway_status = 'unfinished', unanswered_since = 1`),
		],
		'and was never asked about': [setAttempt('open', `status = 'closed'`)],
	},
	'I2: money that booked a visit': {
		'for less': [setAppointment(appointmentOf('whole'), 'paid_kobo = paid_kobo - 1')],
		'of another checkout': [setPayment('whole', `appointment_id = ${cashAppointment}`)],
		'that was cancelled in time': [
			setAppointment(appointmentOf('kept'), 'refundable_until_at = cancelled_at'),
		],
	},
	'D53: a difference': {
		'of a visit that was not changed': [
			`INSERT INTO refunds (id, payment_reference, part, amount_kobo, currency, reason, requested_at, changed_at, next_attempt_at)
				SELECT 'difference', payment_reference, 1, 100, currency, 'visit_changed', 0, 0, 0 FROM transactions WHERE payment_reference = 'whole'`,
		],
	},
	'I2: an offer': { 'with a visit': [setPayment('offered', `appointment_id = ${cashAppointment}`)] },
	'I2: money goes back': {
		'by no refund': [`DELETE FROM refunds WHERE payment_reference = 'second'`],
		'in part': [setRefund('second', 'amount_kobo = amount_kobo - 1')],
		'in another currency': [setRefund('second', `currency = 'GHS'`)],
		'and nobody decided so': [
			`INSERT INTO refunds (id, payment_reference, amount_kobo, currency, reason, requested_at, changed_at, next_attempt_at)
				SELECT 'back', payment_reference, amount_kobo, currency, 'cancelled', 0, 0, 0 FROM transactions WHERE payment_reference = 'whole'`,
		],
	},
	'I2: a refund goes by the provider': {
		'by another one': [
			`INSERT INTO payment_providers (kind) VALUES ('other')`,
			setRefund('second', `provider = 'other'`),
		],
	},
	'S19: a payment is held': {
		'and is free': [`INSERT INTO disputes (id, payment_reference, opened_at) VALUES ('breach', 'whole', 1)`],
	},
	'D78: what was booked': {
		'of a part is in no refund': [
			`INSERT INTO returned_parts (id, payment_reference, cause, status, told_at, decided_at, booked_kobo)
				VALUES ('breach', 'whole', 'refund', 'processed', 1, 1, 1)`,
		],
	},
	'I2: what counts as paid': {
		'never came': [setAppointment(cashAppointment, 'paid_kobo = 1')],
		'is on its way back': [setPayment('whole', `outcome = 'refund'`)],
	},
	'I7: online is asked': {
		'for nothing': [setCheckout(`'checkout-open'`, 'due_kobo = 0')],
		'for more than the total': [setCheckout(`'checkout-open'`, 'due_kobo = total_kobo + 1')],
		'for what is not known': [setCheckout(`'checkout-open'`, 'due_kobo = NULL')],
		'for a visit paid in cash': [
			`UPDATE checkouts SET due_kobo = 1 WHERE payment_choice = 'cash' AND total_kobo > 0`,
		],
		'for another amount': [setAttempt('open', 'amount_kobo = amount_kobo - 1')],
		'in another currency': [setAttempt('open', `currency = 'GHS'`)],
	},
	'I7: money that was kept': {
		'less than was asked for': [setPayment('offered', 'amount_kobo = amount_kobo - 1')],
		'in another currency': [setPayment('offered', `currency = 'GHS'`)],
		'with more tip than money': [setPayment('whole', 'staff_tip_kobo = amount_kobo + 1')],
	},
	'I7: a visit that is paid online': {
		'by a deposit alone': [setAppointment(appointmentOf('deposit'), `payment_status = 'completed'`)],
		'in whole, and is said to wait': [setAppointment(appointmentOf('whole'), `payment_status = 'pending'`)],
	},
	'I3: an entry has two lines': {
		'that do not sum to zero': [
			`UPDATE ledger_lines SET amount_kobo = amount_kobo + 1 WHERE account_id = 'customer_money:whole:NGN' AND amount_kobo < 0`,
		],
		'and lost them': [`DELETE FROM ledger_lines WHERE entry_id = ${entryOf('payment:whole')}`],
		'that balance by mixing currencies': [
			`INSERT INTO ledger_accounts (id, kind, owner, currency) VALUES ('paystack::GHS', 'paystack', '', 'GHS')`,
			`UPDATE ledger_lines SET account_id = 'paystack::GHS' WHERE account_id = 'paystack::NGN' AND entry_id = ${entryOf('payment:whole')}`,
		],
	},
	'I3: a line has its entry': {
		'that is gone': [`DELETE FROM ledger_entries WHERE occasion = 'payment:whole'`],
		'and no account': [`DELETE FROM ledger_accounts WHERE id = 'customer_money:whole:NGN'`],
	},
	'I3: a balance is the sum': {
		'and one more': [`UPDATE ledger_accounts SET balance_kobo = balance_kobo + 1 WHERE kind = 'shop_due'`],
		'of the wrong side': [
			`UPDATE ledger_accounts SET balance_kobo = -balance_kobo WHERE id = 'paystack::NGN'`,
		],
		'of no lines': [
			`INSERT INTO ledger_accounts (id, kind, owner, currency, balance_kobo) VALUES ('shop_due:new:NGN', 'shop_due', 'new', 'NGN', 1)`,
		],
	},
	'I3: nobody is owed': {
		'less than nothing': [`UPDATE ledger_accounts SET balance_kobo = -1 WHERE kind = 'shop_due'`],
	},
	"I3: a payment is the customer's": {
		'and they have nothing while they are offered other times': [
			`UPDATE ledger_accounts SET balance_kobo = 0 WHERE owner = 'offered'`,
		],
		'and they have nothing while it is on its way back': [
			`UPDATE ledger_accounts SET balance_kobo = 0 WHERE owner = 'returning'`,
		],
		'and still theirs when it is booked': [
			`UPDATE ledger_accounts SET balance_kobo = 1 WHERE owner = 'whole'`,
		],
		'and still owed when it has arrived back': [
			`UPDATE ledger_accounts SET balance_kobo = 1 WHERE owner = 'returned'`,
		],
		'and nobody paid it': [
			`INSERT INTO ledger_accounts (id, kind, owner, currency, balance_kobo) VALUES ('customer_money:nobody:NGN', 'customer_money', 'nobody', 'NGN', 1)`,
		],
	},
	'I3: each payment, booking': {
		...Object.fromEntries(
			['payment:offered', 'booking:whole', 'given-back:returning', 'refund:returned'].map((key) => [
				`but not ${key}`,
				[`DELETE FROM ledger_entries WHERE occasion = '${key}'`],
			]),
		),
		'and a return that never was': [
			`INSERT INTO ledger_entries (id, occasion, occurred_at, recorded_at) VALUES ('entry', 'refund:whole', 0, 0)`,
		],
	},
	'I3: a shop and its staff': {
		'less the tip': [setPayment('whole', 'staff_tip_kobo = staff_tip_kobo + 1')],
		'for what was never booked': [setPayment('whole', `outcome = 'refund'`)],
	},
	'I3: Paystack has': {
		'more than that': [
			`UPDATE ledger_accounts SET balance_kobo = balance_kobo + 1 WHERE id = 'paystack::NGN'`,
		],
		'what arrived back': [setRefund('returned', `status = 'pending'`)],
		'higher fees than it told': [setPayment('whole', 'fee_kobo = 0')],
	},
	'a webhook was worked': { 'a moment before': ['UPDATE webhook_events SET processed_at = received_at - 1'] },
}
