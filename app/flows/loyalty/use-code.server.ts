import type { MemberAtShop } from '#app/domain/booking/customer/people-repository.server.ts'
import { rewardAppointmentRefusalWords } from '#app/domain/booking/desk/reward-at-shop.ts'
import { readMemberCode } from '#app/domain/identity/member-code.server.ts'
import type { RewardAtShop } from '#app/domain/loyalty/reward-code-repository.server.ts'
import { voucherWords } from '#app/domain/loyalty/voucher-words.server.ts'
import type { ShopAct } from '#app/domain/shops/shop-act-repository.server.ts'
import { readTypedCode, TYPED_CODE_LENGTH } from '#app/domain/subscriptions/check-in.ts'
import type { CheckInRefusal } from '#app/domain/subscriptions/check-in-refusal.ts'
import { orderProblem } from '#app/flows/subscriptions/activate-order.server.ts'
import {
	type CheckedIn,
	type CheckInInput,
	type CheckInRefused,
	checkIn,
} from '#app/flows/subscriptions/check-in.server.ts'
import {
	type OrderAtShop,
	orderAtShop,
	parseOrderNumber,
} from '#app/flows/subscriptions/start-ordered-plan.server.ts'
import { shortenText } from '#app/kernel/clean-text.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { type Alongside, isRetryable, refusalOfWrite } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import {
	type RedeemRewardDeps,
	type RewardRefusal,
	type RewardRefused,
	redeemReward,
	type UsedReward,
} from './redeem-reward.server.ts'

type UseCodeDeps = Pick<Repositories, 'subscriptions' | 'shops'> & RedeemRewardDeps

export type UseCodeInput = {
	shopId: string
	/** As it was scanned or typed. */
	text: string
	/** The first list signs check-ins, the second member codes and vouchers' words. */
	checkInKeys: readonly string[]
	cookieKeys: readonly string[]
	/** The account signed in on the device, whose own codes are not used there. */
	ownUserId?: string | null
	/** Without it a reward is only looked up. */
	usesReward?: boolean
	/** Without it: today's only visit. */
	referenceNumber?: string | null
	/** The request's act: a repeat gives the same answer. */
	key: string
	/** The recorded act; a look-up has none. */
	alongside?: Alongside
	now: Instant
}

/** A customer's code and its effect. */
export type UsedCode =
	| ({ kind: 'check-in' } & CheckedIn)
	/** The customer's voucher shows the same two words. */
	| ({ kind: 'reward'; words: string } & RewardAtShop & Omit<UsedReward, 'reward'>)
	/** An unpaid order of this shop, for `startOrderedPlan` (D62). */
	| ({ kind: 'order' } & OrderAtShop)
	/** The customer and today's appointments (D50). The code gives nothing by itself. */
	| ({ kind: 'member' } & MemberAtShop)

export type CodeRefusal =
	| CheckInRefusal
	| RewardRefusal
	| 'order_started'
	| 'order_of_held_plan'
	| 'order_ended'
/** With the instant of use for a used code. */
export type CodeRefused = Omit<CheckInRefused, 'code'> &
	Pick<RewardRefused, 'referenceNumber' | 'holder'> & { code: CodeRefusal }
type Used = Promise<Outcome<UsedCode, CodeRefused>>

/** The act of a used code; null for a look-up and a member code. */
export function actOfCode(
	text: string,
	usesReward: boolean,
): Pick<ShopAct, 'kind' | 'subjectId' | 'summary'> | null {
	const typed = readTypedCode(text)
	if (text.includes('.'))
		return { kind: 'checked_in', subjectId: 'scanned', summary: 'Scanned check-in code' }
	if (typed.length === TYPED_CODE_LENGTH)
		return { kind: 'checked_in', subjectId: typed, summary: `Check-in code ${typed}` }
	if (!usesReward) return null
	const shown = shortenText(typed, 64)
	return { kind: 'reward_used', subjectId: shown, summary: `Reward ${shown}` }
}

/** The words for staff. A used code's instant is added. */
export const rewardRefusalWords: Record<Exclude<CodeRefusal, CheckInRefusal>, string> = {
	reward_used: 'This reward was already used.',
	reward_in_use: 'This reward is in use for a booking.',
	reward_expired: 'This reward has expired.',
	order_started: 'This plan has already been started.',
	order_of_held_plan: 'The customer already has this plan.',
	order_ended: 'This order is no longer open. Ask for the newest number, or order the plan again.',
	...rewardAppointmentRefusalWords,
}

/** The status of a refusal, at kiosk and API. Another shop's code counts as unknown. */
export function codeStatus(code: CodeRefusal): 404 | 409 | 429 | 503 {
	if (isRetryable(code)) return 503
	if (code === 'code_not_known' || code === 'other_shop') return 404
	return code === 'too_many_tries' ? 429 : 409
}

/**
 * Acts on a customer's code: a check-in lets in, a member code names the customer, a reward is looked up or with
 * `usesReward` used, once (R41). Wrong codes, also other shops', are counted for each shop.
 */
export function useCode(deps: UseCodeDeps, input: UseCodeInput): Used {
	const text = input.text.trim()
	if (text.includes('.')) return scanned(deps, input, text)
	const typed = readTypedCode(text)
	return typed.length === TYPED_CODE_LENGTH
		? checkedIn(deps, input, { typed })
		: takeReward(deps, input, typed)
}

async function scanned(deps: UseCodeDeps, input: UseCodeInput, token: string): Used {
	const { shopId, cookieKeys, checkInKeys, ownUserId, now } = input
	const shown = await readMemberCode(cookieKeys, token, now)
	if (shown === null) return checkedIn(deps, input, { token, keys: checkInKeys })
	if (shown.shopId !== shopId) return refused({ code: 'other_shop' })
	const { userId } = shown
	if (userId === ownUserId) return refused({ code: 'own_code' })
	const member = await deps.booking.people.memberAtShop(shopId, userId, now)
	return member ? accepted({ kind: 'member', ...member }) : refused({ code: 'code_not_known' })
}

async function checkedIn(deps: UseCodeDeps, input: UseCodeInput, presented: CheckInInput['presented']): Used {
	const { shopId, key, ownUserId, alongside = [], now } = input
	const outcome = await checkIn(deps, { shopId, presented, key, ownUserId, alongside, now })
	return outcome.ok ? accepted({ kind: 'check-in', ...outcome.value }) : outcome
}

async function takeReward(deps: UseCodeDeps, input: UseCodeInput, code: string): Used {
	const {
		shopId,
		cookieKeys,
		ownUserId,
		usesReward = false,
		referenceNumber = null,
		key,
		alongside = [],
		now,
	} = input
	const used = await redeemReward(deps, {
		code,
		shopId,
		ownUserId,
		referenceNumber,
		isUse: usesReward,
		actId: key,
		alongside: () => alongside,
		now,
	})
	if (used.ok) {
		const { reward, ...use } = used.value
		return accepted({ kind: 'reward', words: voucherWords(cookieKeys, shopId, now), ...reward, ...use })
	}
	const { code: refusal, reward, ...details } = used.refusal
	if (refusal === 'reward_not_found') return readOrder(deps, input)
	return refused({ code: refusal, ...details, timeZone: reward?.timeZone })
}

/** Looking for a reward has counted the attempt. */
async function readOrder(
	{ subscriptions: { planOrders }, identity: { rateLimits }, writeBatch }: UseCodeDeps,
	{ text, shopId, ownUserId, now }: UseCodeInput,
): Used {
	try {
		const order = await planOrders.orderByReference(parseOrderNumber(text), now)
		const shown = order && order.shop.id === shopId ? orderAtShop(order) : null
		if (!order || !shown) return refused({ code: 'code_not_known' })
		await writeBatch([rateLimits.releaseAttempt({ kind: 'shop-code', subject: shopId })])
		if (order.userId === ownUserId) return refused({ code: 'own_code' })
		if (order.subscriptionId !== null) return refused({ code: 'order_started' })
		const problem = orderProblem(order, now)
		if (problem === null) return accepted({ kind: 'order', ...shown })
		return refused({ code: problem === 'plan_held' ? 'order_of_held_plan' : 'order_ended' })
	} catch (error) {
		return refused({ code: refusalOfWrite(error, {}) })
	}
}
