import { rewardAppointmentRefusalWords } from '#app/domain/booking/desk/reward-at-shop.ts'
import { isClosed } from '#app/domain/booking/desk/shop-appointment-words.ts'
import type { AccessKey } from '#app/domain/shops/access-key.ts'
import { checkInRefusalWords } from '#app/domain/subscriptions/check-in-refusal.ts'
import type { RewardAppointment } from '#app/flows/loyalty/redeem-reward.server.ts'
import {
	type CodeRefused,
	codeStatus,
	rewardRefusalWords,
	type UsedCode,
} from '#app/flows/loyalty/use-code.server.ts'
import {
	type OrderRefusal,
	orderRefusalWords,
	orderStatus,
	type StartedOrder,
} from '#app/flows/subscriptions/start-ordered-plan.server.ts'
import { type ShownMember, shownMemberToken } from '#app/http/kiosk-member.server.ts'
import type { Wording } from '#app/kernel/action-answer.ts'
import { clockLabelAt, momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira } from '#app/kernel/money.ts'

type Key = Pick<AccessKey, 'shop'>
type Input = { key: Key; cookieKeys: readonly string[]; now: Instant }

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
					: `Payment was due by ${momentLabelAt(zone, expiresAt)}. Start it only if it was paid by then.`,
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
		appointments: used.appointments?.map((appointment) => rewardAppointmentView(appointment, zone)) ?? null,
		at: clockLabelAt(zone, now),
		code,
		act: newId(),
	}
}

export function startedView({ planTitle, holder, toPayKobo, wasStarted }: StartedOrder) {
	return {
		kind: 'done' as const,
		title: wasStarted ? 'Already started' : 'Plan started',
		name: holder,
		lines: [planTitle, ...(wasStarted ? [] : [`${formatNaira(toPayKobo)} paid at the shop`])],
	}
}

export function orderWording(refusal: OrderRefusal): Wording {
	const text = orderRefusalWords[refusal] ?? 'This order can’t be started. Look it up again.'
	return { title: 'Not started.', text, status: orderStatus(refusal) }
}

/** A gift is handed over; any other reward lowers a bill. */
function usedLines(
	{ appointment, appointments, referenceNumber }: Extract<UsedCode, { kind: 'reward' }>,
	zone: string,
) {
	if (appointment?.problem === null)
		return [
			`Taken off the visit at ${clockLabelAt(zone, appointment.startsAt)}. New total: ${formatNaira(appointment.newTotalKobo)}.`,
			appointment.dueAtShopKobo === 0
				? 'Nothing left to pay.'
				: `Left to pay: ${formatNaira(appointment.dueAtShopKobo)}.`,
		]
	if (appointments === null && referenceNumber !== null) return [`Taken off the visit ${referenceNumber}.`]
	return ['Give it now.']
}

/** One of today's appointments with its price after the reward, or why the reward does not fit. */
function rewardAppointmentView(appointment: RewardAppointment, zone: string) {
	const total = formatNaira(appointment.totalKobo)
	return {
		referenceNumber: appointment.referenceNumber,
		time: `Visit at ${clockLabelAt(zone, appointment.startsAt)}`,
		...(appointment.problem === null
			? { detail: `Instead of ${total}`, after: formatNaira(appointment.newTotalKobo) }
			: { detail: rewardAppointmentRefusalWords[appointment.problem], after: null }),
	}
}

/** Leads a scanned member to their one open appointment of today, else to a walk-in (D50); null to choose. */
export async function memberView(
	{ userId, firstName, lastName, appointments }: Extract<UsedCode, { kind: 'member' }>,
	input: Input,
) {
	const { key } = input
	const name = `${firstName} ${lastName}`.trim()
	const walkIn = await walkInFor({ userId, name }, input)
	const open = appointments.filter((appointment) => !isClosed(appointment))
	const [first] = open
	if (!first) return { kind: 'lead' as const, to: walkIn, name }
	if (open.length === 1) return { kind: 'lead' as const, to: appointmentPage(first.referenceNumber), name }
	return {
		kind: 'member' as const,
		name,
		walkIn,
		appointments: open.map(({ referenceNumber, startsAt }) => ({
			referenceNumber,
			time: clockLabelAt(key.shop.timeZone, startsAt),
		})),
	}
}

/** A refusal's words, when a used code was used, and the page that helps. */
export async function codeWording(
	{ code, usedAt, referenceNumber, holder }: CodeRefused,
	{ key, cookieKeys, now }: Input,
): Promise<Wording> {
	const text = { ...checkInRefusalWords, ...rewardRefusalWords }[code]
	const when = usedAt === undefined ? '' : ` That was on ${momentLabelAt(key.shop.timeZone, usedAt)}.`
	const where = referenceNumber === undefined ? '' : ` Its reference is ${referenceNumber}.`
	const nextStep = referenceNumber
		? { label: 'Open that visit', path: appointmentPage(referenceNumber) }
		: holder && {
				label: `Book ${holder.name || 'them'} in`,
				path: await walkInFor(holder, { key, cookieKeys, now }),
			}
	return {
		title: 'Not accepted.',
		text: `${text}${when}${where}`,
		status: codeStatus(code),
		...(nextStep && { nextStep }),
	}
}

/** A walk-in for the scanned customer (D50). */
async function walkInFor(member: ShownMember, { key, cookieKeys, now }: Input): Promise<string> {
	const token = await shownMemberToken(cookieKeys, member, { shopId: key.shop.id, now })
	return `/kiosk/walk-in?for=${token}`
}

function appointmentPage(referenceNumber: string): string {
	return `/kiosk/visits/${referenceNumber}`
}
