import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { refusedWrites } from './schema/operation.ts'
import { rawWrite } from './statement.server.ts'

/** The words that a batch may refuse itself by; the trigger of `refused_writes` raises each. */
export const refusalWords = [
	'act_done_already',
	'appointment_not_movable',
	'cashback_not_available',
	'check_in_code_used',
	'dispute_over',
	'draft_already_booked',
	'key_ended',
	'kiosk_link_used',
	'live_appointments_met',
	'network_holds_full',
	'plan_not_on_offer',
	'promo_rate_limited',
	'referral_not_valid',
	'reward_not_available',
	'session_or_password_changed',
	'session_overlaps',
	'shown_prices_changed',
	'subscription_not_usable',
	'too_many_appointments_ahead',
	'too_many_drafts',
	'too_many_guest_bookings',
	'too_many_holds',
	'too_many_payment_starts',
	'too_many_sessions_ahead',
	'too_many_slot_waits',
	'too_many_webhooks',
	'unpaid_promo_uses_full',
	'visit_changed',
	'wait_not_needed',
] as const
export type RefusalWord = (typeof refusalWords)[number]

/**
 * A statement that refuses all of its batch by `word` where `condition` holds at its place in the batch, and changes
 * nothing otherwise. For what no table knows by itself, such as the prices that a customer was shown, and for ceilings,
 * which bound requests and not rows: a trigger would cost each trip of the app (docs/decisions/029).
 */
export function refuseWhen(word: RefusalWord, condition: SQL): Statement<number> {
	return rawWrite(sql`INSERT INTO ${refusedWrites} (word) SELECT ${word} WHERE ${condition}`)
}
