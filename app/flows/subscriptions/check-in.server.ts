import type { RateLimit } from '#app/domain/identity/rate-limit.ts'
import { isWithinLimit } from '#app/domain/identity/rate-limit-repository.server.ts'
import {
	CHECK_IN_MS,
	checkInProblem,
	checkInSubjectProblem,
	readTypedCode,
	TYPED_CODE_LENGTH,
} from '#app/domain/subscriptions/check-in.ts'
import type { CheckInCodeRefusal, CheckInRefusal } from '#app/domain/subscriptions/check-in-refusal.ts'
import type { CodeAtShop } from '#app/domain/subscriptions/check-in-repository.server.ts'
import { matchesHash, readCheckInToken } from '#app/domain/subscriptions/check-in-token.server.ts'
import { entriesLeft } from '#app/domain/subscriptions/entry-allowance.ts'
import { weekStartsAt } from '#app/domain/subscriptions/plan-times.server.ts'
import { tellShopCheckedIn } from '#app/flows/lifecycle/tell-shop.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { isDatabaseError, isViolation } from '#app/kernel/database-error.ts'
import { newId, newReadableCode } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { type Alongside, refusalOfWrite, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type Deps = Pick<Repositories, 'subscriptions' | 'identity' | 'shops' | 'writeBatch'>

export type CheckInInput = {
	shopId: string
	/** The scanned token with the installation's keys, or the typed code. */
	presented: { token: string; keys: readonly string[] } | { typed: string }
	/** Staff cannot check themselves in on the shop's device. */
	ownUserId?: string | null | undefined
	/** The request's id: a repeat gives the same answer. */
	key: string
	alongside?: Alongside
	now: Instant
}

/** The admitted holder, and their plan's entries left. */
export type CheckedIn = {
	holder: string
	planTitle: string
	/** The completed session; null for a visit that used an entry. */
	sessionStartsAt: Instant | null
	/** Null without a limit. */
	entriesLeft: number | null
	usedAt: Instant
	timeZone: ZoneName
}

/** With the instant of use for a used code. */
export type CheckInRefused = { code: CheckInRefusal; usedAt?: Instant; timeZone?: ZoneName }

/** More than two changes between read and write are not expected. */
const MAX_ATTEMPTS = 3

/**
 * Admits the holder of a plan, once for each code (D48): a booked session is completed from an hour before its start
 * until its end, else a visit uses an entry. A shop may type five wrong codes a minute.
 */
export async function checkIn(deps: Deps, input: CheckInInput): Promise<Outcome<CheckedIn, CheckInRefused>> {
	try {
		for (let attempt = 1; ; attempt++) {
			const found = await readShownCode(deps, input, attempt)
			if (!found.ok) return refused({ code: found.refusal })
			const code = found.value
			const { shopId, ownUserId, key, alongside = [], now } = input
			if (code.userId === ownUserId) return refused({ code: 'own_code' })
			// A repeat after a lost answer or a second tap.
			if (code.shopId === shopId && code.usedByKey === key)
				return accepted(checkedIn(code, code.usedAt ?? now, 0))
			const problem = checkInProblem(code, shopId, now)
			if (problem) {
				const { usedAt, timeZone } = code
				return refused({
					code: problem,
					...(usedAt !== null && problem === 'code_used' && { usedAt, timeZone }),
				})
			}
			try {
				await writeIdempotent(deps.writeBatch, [
					...(await alongside),
					...checkInStatements(deps, input, code),
				])
				return accepted(checkedIn(code, now, code.place ? 0 : 1))
			} catch (error) {
				if (!isDatabaseError(error) || !changedMeanwhile.includes(error.rule ?? '')) throw error
				if (attempt === MAX_ATTEMPTS) return refused({ code: 'busy' })
			}
		}
	} catch (error) {
		return refused({ code: refusalOfWrite(error, {}) })
	}
}

const changedMeanwhile = ['check_in_code_used', 'subscription_not_usable', 'entries_used_up']

async function readShownCode(
	deps: Deps,
	{ shopId, presented, now }: CheckInInput,
	attempt: number,
): Promise<Outcome<CodeAtShop, 'code_not_known' | 'code_expired' | 'other_shop' | 'too_many_tries'>> {
	const { checkIns } = deps.subscriptions
	const { rateLimits } = deps.identity
	const { writeBatch } = deps
	if ('typed' in presented) {
		const select = checkIns.codeByTyped(shopId, readTypedCode(presented.typed), now)
		// The attempt counts once, before the code is known to be right.
		if (attempt === 1) {
			const { recorded, found } = await writeBatch({
				recorded: rateLimits.recordAttempt(checkInLimit(shopId), now),
				found: select,
			})
			if (!isWithinLimit(recorded)) return refused('too_many_tries')
			return found[0] ? accepted(found[0]) : refused('code_not_known')
		}
		const code = await checkIns.readCode(select)
		return code ? accepted(code) : refused('code_not_known')
	}
	const token = await readCheckInToken(presented.keys, presented.token, { shopId, now })
	if (!token.ok) return token
	const code = await checkIns.readCode(checkIns.codeById(token.value.codeId, now))
	// A newer code replaced it.
	if (!code) return refused('code_expired')
	const isOfCode = await matchesHash(token.value.subscriptionHash, code.subscriptionId)
	return isOfCode ? accepted(code) : refused('code_not_known')
}

function checkInStatements(
	deps: Deps,
	{ shopId, presented, key, now }: CheckInInput,
	{ id: codeId, subscriptionId, userId, place, timeZone }: CodeAtShop,
) {
	const { checkIns, entries } = deps.subscriptions
	const { rateLimits } = deps.identity
	const usage = { id: `${codeId}:visit`, subscriptionId, action: 'visit' as const, now }
	return [
		...(place ? [] : [checkIns.requireNoOpenPlace(subscriptionId, now)]),
		...checkIns.spendCode({ codeId, key, placeId: place?.id ?? null, now }),
		...(place
			? [
					...checkIns.completePlace(place.id, subscriptionId, now),
					entries.logUsage({ ...usage, change: 0, sessionId: place.sessionId }),
				]
			: [
					...entries.takeEntry({
						id: `${codeId}:entry`,
						subscriptionId,
						userId,
						weekStartsAt: weekStartsAt(timeZone, now),
						usableAt: now,
						bookingId: null,
						now,
					}),
					entries.logUsage({ ...usage, change: 1 }),
				]),
		tellShopCheckedIn(deps, { codeId, sessionId: place?.sessionId ?? null, now }),
		...('typed' in presented ? [rateLimits.releaseAttempt(checkInLimit(shopId))] : []),
	]
}

function checkInLimit(shopId: string): RateLimit {
	return { kind: 'check-in', subject: shopId }
}

function checkedIn(code: CodeAtShop, usedAt: Instant, taken: 0 | 1): CheckedIn {
	const left = entriesLeft(code)
	return {
		holder: [code.firstName, code.lastName].filter(Boolean).join(' '),
		planTitle: code.title,
		sessionStartsAt: code.place?.startsAt ?? null,
		entriesLeft: left === null ? null : left - taken,
		usedAt,
		timeZone: code.timeZone,
	}
}

/** A shop uses few of a thousand million codes, so a clash is rare. */
const MAX_CODE_ATTEMPTS = 2

/** A new code of the actor's subscription, for two minutes. Refused where the plan admits to nothing (M36). */
export async function issueCheckInCode(
	{ subscriptions: { checkIns }, writeBatch }: Pick<Repositories, 'subscriptions' | 'writeBatch'>,
	actor: Actor,
	subscriptionId: string,
): Promise<Outcome<null, CheckInCodeRefusal>> {
	const held = await checkIns.shownCode(actor, subscriptionId)
	if (!held) return refused('subscription_not_found')
	if (checkInSubjectProblem(held, actor.at)) return refused('not_usable')
	for (let attempt = 1; ; attempt++) {
		const code = {
			id: newId(),
			subscriptionId,
			typedCode: newReadableCode(TYPED_CODE_LENGTH),
			expiresAt: actor.at + CHECK_IN_MS,
		}
		try {
			const { found } = await writeIdempotent(writeBatch, checkIns.insertCode(actor, code))
			return found.length > 0 ? accepted(null) : refused('not_usable')
		} catch (error) {
			if (isViolation(error, 'unique:check_in_codes.shop_id') && attempt < MAX_CODE_ATTEMPTS) continue
			return refused(refusalOfWrite(error, {}))
		}
	}
}
