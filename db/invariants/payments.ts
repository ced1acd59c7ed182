import type { Invariant } from './invariant.ts'
import { differences, ledgerInvariants } from './ledger.ts'

/** A dispute is open, or a returned part is undecided. */
const isHeld = `(payment.disputed_at IS NOT NULL OR EXISTS (SELECT 1 FROM returned_parts
	WHERE payment_reference = payment.payment_reference AND decided_at IS NULL))`

export const paymentsInvariants: readonly Invariant[] = [
	{
		name: 'I2: a try to pay is paid when its money is there, and only then',
		sql: `SELECT attempt.payment_reference AS subject FROM payment_attempts attempt
			LEFT JOIN transactions payment ON payment.payment_reference = attempt.payment_reference
			WHERE (attempt.status = 'paid') <> (payment.id IS NOT NULL)
				OR payment.checkout_id <> attempt.checkout_id
				OR payment.shop_id <> (SELECT shop_id FROM checkouts WHERE id = attempt.checkout_id)`,
	},
	{
		name: 'I12: an attempt that ended without an outcome ended on a definite answer',
		sql: `SELECT payment_reference AS subject FROM payment_attempts
			WHERE status = 'closed' AND (unanswered_since IS NOT NULL OR gateway_status IS NULL)`,
	},
	{
		name: 'I2: money that booked a visit booked that of its checkout, as paid, and keeps it unless it is cancelled too late or held',
		sql: `SELECT payment.payment_reference AS subject FROM transactions payment
			LEFT JOIN appointments visit ON visit.id = payment.appointment_id AND visit.checkout_id = payment.checkout_id
			WHERE payment.outcome = 'booked' AND (visit.id IS NULL
				OR visit.paid_kobo IS NOT min(payment.amount_kobo - ${differences},
					CASE WHEN visit.changed_at IS NULL THEN payment.amount_kobo ELSE visit.total_kobo - visit.cashback_kobo END)
				OR (visit.paid_kobo > 0 AND visit.status = 'CANCELLED' AND (visit.cancelled_at <= visit.refundable_until_at OR visit.cancellation_reason IS NOT NULL) AND NOT ${isHeld}))`,
	},
	{
		name: 'I2: money that started a plan started that of its order, which runs or was cancelled without a refund',
		sql: `SELECT payment.payment_reference AS subject FROM transactions payment
			LEFT JOIN checkouts paid ON paid.id = payment.checkout_id AND paid.payment_reference = payment.payment_reference
			LEFT JOIN subscriptions started ON started.checkout_id = paid.id
			WHERE payment.outcome = 'subscribed' AND started.id IS NULL`,
	},
	{
		name: 'D45: what was bought is on order, by the account that holds it, at the price that it says',
		sql: `SELECT held.id AS subject FROM subscriptions held LEFT JOIN plan_orders ordered ON ordered.checkout_id = held.checkout_id
			JOIN checkouts paid ON paid.id = held.checkout_id
			WHERE ordered.plan_id IS NOT held.plan_id OR ordered.user_id <> held.user_id OR paid.status <> 'COMPLETED'
				OR paid.shop_id <> held.shop_id OR paid.total_kobo <> held.price_kobo
				OR ordered.renews_subscription_id IS NOT held.renews_subscription_id`,
	},
	{
		name: 'I2: an offer of other times has an end and no visit',
		sql: `SELECT payment_reference AS subject FROM transactions
			WHERE outcome = 'offered' AND (appointment_id IS NOT NULL OR offer_expires_at IS NULL)`,
	},
	{
		name: 'I2: money goes back, all that is left of it, exactly where that is its outcome',
		sql: `SELECT payment.payment_reference AS subject FROM transactions payment
			LEFT JOIN refunds refund ON refund.payment_reference = payment.payment_reference AND refund.part = 0
			WHERE CASE payment.outcome
				WHEN 'refund' THEN refund.amount_kobo IS NOT payment.amount_kobo - ${differences} OR refund.currency IS NOT payment.currency
				ELSE refund.id IS NOT NULL END`,
	},
	{
		name: 'I2: a refund goes by the provider that took the money',
		sql: `SELECT refund.id AS subject FROM refunds refund
			JOIN payment_attempts attempt ON attempt.payment_reference = refund.payment_reference
			WHERE refund.provider <> attempt.provider`,
	},
	{
		name: 'D53: a difference goes back of a visit that was changed, and no part is more than came',
		sql: `SELECT refund.id AS subject FROM refunds refund JOIN transactions payment ON payment.payment_reference = refund.payment_reference
			LEFT JOIN appointments visit ON visit.id = payment.appointment_id
			WHERE refund.part > 0 AND ((refund.reason = 'visit_changed' AND visit.changed_at IS NULL) OR refund.currency <> payment.currency
				OR ${differences} > payment.amount_kobo)`,
	},
	{
		name: 'I2: what counts as paid of a visit has come, and is not on its way back while the visit lives',
		sql: `SELECT visit.id AS subject FROM appointments visit LEFT JOIN transactions payment ON payment.appointment_id = visit.id
			WHERE visit.paid_kobo > 0 AND payment.outcome IS NOT 'booked'
				AND (payment.outcome IS NOT 'refund' OR visit.status <> 'CANCELLED')`,
	},
	{
		name: 'I7: online is asked for what is due, in naira: more than nothing, and never more than the total',
		sql: `SELECT id AS subject FROM checkouts WHERE (payment_choice = 'online') <> (due_kobo IS NOT NULL)
				OR due_kobo NOT BETWEEN 1 AND total_kobo - cashback_kobo
			UNION ALL SELECT attempt.payment_reference FROM payment_attempts attempt JOIN checkouts checkout ON checkout.id = attempt.checkout_id
				WHERE attempt.amount_kobo IS NOT checkout.due_kobo OR attempt.currency <> 'NGN'`,
	},
	{
		name: 'I7: money that was kept, or is offered other times, is what was asked for, with no more tip in it than that',
		sql: `SELECT payment.payment_reference AS subject FROM transactions payment
			JOIN payment_attempts attempt ON attempt.payment_reference = payment.payment_reference
			WHERE payment.staff_tip_kobo > payment.amount_kobo OR (payment.outcome <> 'refund'
				AND (payment.amount_kobo <> attempt.amount_kobo OR payment.currency <> attempt.currency))`,
	},
	{
		name: 'I7: a visit that is paid online is paid when all of it was, and only then',
		sql: `SELECT visit.id AS subject FROM appointments visit JOIN checkouts checkout ON checkout.id = visit.checkout_id
			WHERE checkout.payment_choice = 'online'
				AND (visit.payment_status = 'completed') <> (visit.total_kobo > 0 AND visit.paid_kobo + visit.cashback_kobo + visit.paid_at_shop_kobo = visit.total_kobo)`,
	},
	{
		name: 'S19: a payment is held while one of its disputes is open',
		sql: `SELECT dispute.id AS subject FROM disputes dispute JOIN transactions payment ON payment.payment_reference = dispute.payment_reference
			WHERE dispute.ended_at IS NULL AND payment.disputed_at IS NULL`,
	},
	{
		name: 'D78: what was booked of parts that went back at Paystack is in refunds of their payment',
		sql: `SELECT payment_reference AS subject FROM returned_parts part GROUP BY payment_reference
			HAVING sum(coalesce(booked_kobo, 0)) > (SELECT coalesce(sum(amount_kobo), 0) FROM refunds
				WHERE payment_reference = part.payment_reference)`,
	},
	{
		name: 'a webhook was worked after it had come',
		sql: `SELECT id AS subject FROM webhook_events WHERE processed_at < received_at`,
	},
	...ledgerInvariants,
]
