import type { WantedTime } from '#app/domain/availability/calendar-entry-repository.server.ts'
import { refundableUntil } from '#app/domain/booking/appointment/cancellation-policy.ts'
import { amountDueNow, asksForDeposit, isPayableOnline } from '#app/domain/booking/checkout/deposit.ts'
import {
	DEPOSIT_CODE_LETTERS,
	depositHeldUntil,
	depositState,
} from '#app/domain/booking/checkout/deposit-link.ts'
import { depositConstraints } from '#app/domain/booking/checkout/deposit-refusal.ts'
import { priceConstraints } from '#app/domain/booking/checkout/money-refusal.ts'
import { holdConstraints } from '#app/domain/booking/customer/customer-refusal.ts'
import type { NewPendingCheckout } from '#app/domain/booking/draft/new-booking.ts'
import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import { newId, newReadableCode } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type Statement, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { unlessBooked } from './booking-write.server.ts'
import { holdTimes } from './hold-slot.server.ts'
import {
	checkoutOfWalkIn,
	planWalkIn,
	type RefusedWalkIn,
	refuseWalkIn,
	type WalkInInput,
	type WalkInPlan,
	type WalkInProblem,
} from './plan-walk-in.server.ts'
import { type TakeRefusal, takeMinute } from './take-slot.server.ts'

type AskDepositDeps = Pick<Repositories, 'booking' | 'availability' | 'messaging' | 'writeBatch'> & {
	/** Null where customers cannot pay online: no deposit is due. */
	onlinePayments: Pick<OnlinePayments, 'minimumKobo'> | null
}

export type DepositRequest = { heldUntilAt: Instant; hasEmail: boolean }

type AskDepositRefusal =
	| WalkInProblem
	| TakeRefusal
	| 'deposit_not_asked'
	| 'deposit_too_small'
	| 'deposit_too_soon'
	| 'deposit_paid'
	| 'too_many_deposit_links'

/** A deposit's hold names neither contact nor network, so no ceiling of theirs applies. */
const constraints = {
	...priceConstraints,
	...depositConstraints,
	shop_not_listed: holdConstraints.shop_not_listed,
	draft_deleted: 'slot_taken',
} as const

/**
 * Requests the deposit of a telephone booking by a link (D66): the time is held until it is paid. One write keeps the
 * checkout, the hold, the link and its mail; `draftId` names the link. Refuses what `bookWalkIn` refuses, and:
 * - 'deposit_not_asked' where the shop has none, or customers cannot pay online;
 * - 'deposit_too_small' below the online minimum (D69);
 * - 'deposit_too_soon' for a start too near, 'too_many_deposit_links' above the shop's ceilings;
 * - 'deposit_paid' for a link that is already an appointment.
 */
export async function askDeposit(
	deps: AskDepositDeps,
	input: Omit<WalkInInput, 'isByPhone'>,
): Promise<{ ok: true; value: DepositRequest } | RefusedWalkIn<AskDepositRefusal>> {
	const { alongside = [], now } = input
	const byPhone = { ...input, isByPhone: true }
	const planned = await planWalkIn(deps, byPhone)
	if ('earlierId' in planned) return refuseWalkIn('deposit_paid')
	if (!planned.ok) return planned
	const { plan } = planned
	const { startsAt, shop, search, customer } = plan
	if (deps.onlinePayments === null || !asksForDeposit(shop)) return refuseWalkIn('deposit_not_asked')
	const dueKobo = amountDueNow(shop, plan.quote.toPayKobo)
	if (dueKobo <= 0) return refuseWalkIn('deposit_not_asked')
	if (!isPayableOnline(dueKobo, deps.onlinePayments.minimumKobo)) return refuseWalkIn('deposit_too_small')
	const heldUntilAt = depositHeldUntil(shop.depositHoldHours, startsAt, now)
	if (heldUntilAt === null) return refuseWalkIn('deposit_too_soon', plan.offer())

	const checkout = pendingWalkIn(byPhone, plan, dueKobo)
	const write = async (times: WantedTime[]) =>
		writeIdempotent(deps.writeBatch, [
			...(await alongside),
			...depositStatements(deps, { checkout, heldUntilAt, times, now }),
		])
	const taken = await unlessBooked(() => takeMinute(search, startsAt, write, constraints))
	if (taken === 'booked_before') return refuseWalkIn('deposit_paid')
	if (taken.ok) return { ok: true, value: { heldUntilAt, hasEmail: customer.email !== null } }
	const { refusal } = taken
	const earlier = refusal === 'slot_taken' ? await waitingAlready(deps, input) : null
	if (earlier !== null) return { ok: true, value: earlier }
	const isOffered = refusal === 'slot_taken' || refusal === 'slot_outside_hours'
	return refuseWalkIn(refusal, isOffered ? plan.offer() : null)
}

/** The time may be held by this link: a repeat gets the first answer. */
async function waitingAlready(
	{ booking: { deposits } }: AskDepositDeps,
	{ shopId, draftId, now }: Pick<WalkInInput, 'shopId' | 'draftId' | 'now'>,
): Promise<DepositRequest | null> {
	const link = await deposits.depositLinkOf(draftId)
	if (link?.checkout.shopId !== shopId || depositState(link, now) !== 'waiting') return null
	const { heldUntilAt, contact } = link.checkout
	return heldUntilAt === null ? null : { heldUntilAt, hasEmail: contact.email !== null }
}

/** A link's checkout and draft have its id. */
function pendingWalkIn(
	input: WalkInInput,
	plan: WalkInPlan,
	dueKobo: NewPendingCheckout['dueKobo'],
): NewPendingCheckout {
	const { startsAt, shop, services } = plan
	const { services: priced, ...checkout } = checkoutOfWalkIn(input, plan, 'online')
	return {
		...checkout,
		checkoutId: input.draftId,
		services: priced.map((one, position) => ({
			...one,
			staffMemberId: input.staffMemberId,
			bufferMinutes: services[position]?.bufferMinutes ?? 0,
		})),
		startsAt,
		refundableUntilAt: refundableUntil(startsAt, shop.freeCancellationMinutes),
		dueKobo,
	}
}

/** The first statement makes a repeated batch harmless. */
function depositStatements(
	deps: AskDepositDeps,
	input: { checkout: NewPendingCheckout; heldUntilAt: Instant; times: WantedTime[]; now: Instant },
): Statement[] {
	const { checkout, heldUntilAt, times, now } = input
	const { checkoutId, draftId, shopId, startsAt, contact } = checkout
	const { drafts, checkouts, deposits } = deps.booking
	return [
		drafts.deleteDraft(draftId),
		drafts.insertDraft(draftId, shopId, now),
		...holdTimes(deps, times, {
			id: newId(),
			draftId,
			shopId,
			startsAt,
			expiresAt: heldUntilAt,
			renewedAt: null,
			contact: { email: null, phone: null },
			caller: { userId: null, networkKey: null },
			checkoutId,
			now,
		}),
		...checkouts.insertPendingCheckout(checkout),
		...deposits.insertDepositLink({
			checkoutId,
			shopId,
			code: newReadableCode(DEPOSIT_CODE_LETTERS),
			mailCount: contact.email === null ? 0 : 1,
			now,
		}),
		...(contact.email === null && checkout.userId === null
			? []
			: depositMail(deps, { ...checkout, mailCount: 1, now })),
	]
}

/** The message with the link; `mailCount` numbers its mails. */
export function depositMail(
	{ messaging: { outbox } }: Pick<Repositories, 'messaging'>,
	input: Pick<NewPendingCheckout, 'checkoutId' | 'userId' | 'contact' | 'now'> & { mailCount: number },
): Statement[] {
	const { checkoutId, userId, contact, mailCount, now } = input
	return outbox.insertMessage({
		id: newId(),
		kind: 'deposit_asked',
		dedupeKey: `deposit-asked:${checkoutId}:${mailCount}`,
		recipientEmail: contact.email,
		recipientPhone: contact.phone,
		userId,
		payload: { checkoutId, holderId: userId },
		now,
	})
}
