import { rewardVisitRefusalWords } from '#app/domain/booking/reward-at-shop.ts'
import { isClosed } from '#app/domain/booking/shop-visit-words.ts'
import type { AccessKey } from '#app/domain/shops/access-key.ts'
import { checkInRefusalWords } from '#app/domain/subscriptions/check-in-refusal.ts'
import type { RewardVisit } from '#app/flows/shop/redeem-reward.server.ts'
import {
	type OrderRefusal,
	orderRefusalWords,
	type StartedOrder,
} from '#app/flows/shop/start-ordered-plan.server.ts'
import { type CodeRefused, rewardRefusalWords, type UsedCode } from '#app/flows/shop/use-code.server.ts'
import { shownMemberToken } from '#app/http/kiosk-member.server.ts'
import type { Wording } from '#app/kernel/action-answer.ts'
import { clockLabelAt, momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira } from '#app/kernel/money.ts'

type Key = Pick<AccessKey, 'shop'>

/** What a code was and what it did, as the page says it. */
export function foundView(
	used: Exclude<UsedCode, { kind: 'member' }>,
	{ code, key, now }: { code: string; key: Key; now: Instant },
) {
	const zone = key.shop.timeZone
	if (used.kind === 'check-in') {
		const { holder, planTitle, sessionStartsAt, entriesLeft } = used
		return {
			kind: 'done' as const,
			title: 'Checked in',
			name: holder,
			lines: [
				planTitle,
				sessionStartsAt === null
					? 'Visit without a session'
					: `Session at ${clockLabelAt(zone, sessionStartsAt)}`,
				entriesLeft === null ? 'Unlimited entries' : `Entries left: ${entriesLeft}`,
			],
		}
	}
	if (used.kind === 'order') {
		const { planTitle, holder, toPayKobo, expiresAt } = used
		return {
			kind: 'order' as const,
			name: planTitle,
			holder,
			amount: formatNaira(toPayKobo),
			late:
				expiresAt > now
					? null
					: `It was to be paid by ${momentLabelAt(zone, expiresAt)}. Start it only if it was.`,
			code,
			act: newId(),
		}
	}
	if (used.isUsed)
		return {
			kind: 'done' as const,
			title: 'Reward used',
			name: used.description,
			lines: usedLines(used, zone),
		}
	return {
		kind: 'reward' as const,
		name: used.description,
		words: used.words,
		visits:
			used.visits?.map((visit) => ({
				reference: visit.reference,
				label: visitLabel(visit, zone),
				isPossible: visit.problem === null,
			})) ?? null,
		at: clockLabelAt(zone, now),
		code,
		act: newId(),
	}
}

/** What starting a plan did. */
export function startedView({ planTitle, holder, toPayKobo, wasStarted }: StartedOrder) {
	return {
		kind: 'done' as const,
		title: wasStarted ? 'Started before' : 'Plan started',
		name: holder,
		lines: [planTitle, ...(wasStarted ? [] : [`${formatNaira(toPayKobo)} paid here`])],
	}
}

/** Why a plan was not started, as the desk reads it. */
export function orderWording(refusal: OrderRefusal): Wording {
	const text = orderRefusalWords[refusal] ?? 'This order can’t be started. Look it up again.'
	const status = refusal === 'busy' || refusal === 'not_saved' ? 503 : 409
	return { title: 'Not started.', text, status }
}

/** What staff give by hand is given; anything else is off a bill. */
function usedLines({ visit, visits, referenceNumber }: Extract<UsedCode, { kind: 'reward' }>, zone: string) {
	if (visit?.problem === null)
		return [
			`Off the visit at ${clockLabelAt(zone, visit.startsAt)}, which costs ${formatNaira(visit.newTotalKobo)} now.`,
			visit.dueAtShopKobo === 0
				? 'Nothing is left to pay.'
				: `Still to pay: ${formatNaira(visit.dueAtShopKobo)}.`,
		]
	if (visits === null && referenceNumber !== null) return [`It is off the visit ${referenceNumber}.`]
	return ['Give it now.']
}

function visitLabel(visit: RewardVisit, zone: string): string {
	const at = `Visit at ${clockLabelAt(zone, visit.startsAt)}, ${formatNaira(visit.totalKobo)}`
	return visit.problem === null
		? `${at}: ${formatNaira(visit.newTotalKobo)} with this`
		: `${at}. ${rewardVisitRefusalWords[visit.problem]}`
}

/** Where a scanned member leads: to their one open visit of today, else to a walk-in for them (D50); null to choose. */
export function memberView(
	{ userId, firstName, lastName, visits }: Extract<UsedCode, { kind: 'member' }>,
	{ key, cookieKeys, now }: { key: Key; cookieKeys: readonly string[]; now: Instant },
) {
	const name = `${firstName} ${lastName}`.trim()
	const token = shownMemberToken(cookieKeys, { shopId: key.shop.id, userId, name }, now)
	const walkIn = `/kiosk/walk-in?for=${token}`
	const open = visits.filter((visit) => !isClosed(visit))
	const [first] = open
	if (!first) return { kind: 'lead' as const, to: walkIn, name }
	if (open.length === 1) return { kind: 'lead' as const, to: `/kiosk/visits/${first.reference}`, name }
	return {
		kind: 'member' as const,
		name,
		walkIn,
		visits: open.map(({ reference, startsAt }) => ({
			reference,
			time: clockLabelAt(key.shop.timeZone, startsAt),
		})),
	}
}

/** A refusal, and of what was used when that was. */
export function codeWording({ code, usedAt, referenceNumber }: CodeRefused, { shop }: AccessKey): Wording {
	const text = { ...checkInRefusalWords, ...rewardRefusalWords }[code]
	const when = usedAt === undefined ? '' : ` That was on ${momentLabelAt(shop.timeZone, usedAt)}.`
	const where = referenceNumber === undefined ? '' : ` Its reference is ${referenceNumber}.`
	return { title: 'Not accepted.', text: `${text}${when}${where}`, status: statusOf(code) }
}

function statusOf(code: CodeRefused['code']): number {
	if (code === 'busy' || code === 'not_saved') return 503
	return code === 'too_many_tries' ? 429 : 409
}
