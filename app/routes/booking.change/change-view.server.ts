import { isAhead, movableUntil } from '#app/domain/booking/appointment/cancellation-policy.ts'
import type { ChangedBill } from '#app/domain/booking/appointment/change-appointment.ts'
import { changeWords } from '#app/domain/booking/appointment/change-words.ts'
import { repaymentIfBack } from '#app/domain/booking/checkout/saving-words.ts'
import { shownSums } from '#app/flows/booking/change-appointment.server.ts'
import {
	type ChangeableAppointment,
	type ChangePlan,
	othersFreeThen,
	planChange,
	timesForChange,
	type WantedChange,
	whyUnchangeable,
} from '#app/flows/booking/plan-change.server.ts'
import { changePath, confirmationPath, reschedulePath } from '#app/kernel/booking-paths.ts'
import { durationLabel, timeBefore } from '#app/kernel/civil.ts'
import { nearMomentLabelAt, nearMomentWordsAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { discountLabel } from '#app/kernel/labels.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { phoneLabel } from '#app/kernel/phone.ts'

/** Shared by both pages of a change. */
function appointmentView(found: ChangeableAppointment, token: string, now: Instant) {
	const { appointment } = found
	const { shop } = appointment
	const refusal = whyUnchangeable(found, now)
	const until = nearMomentWordsAt(
		shop.timeZone,
		movableUntil(appointment.startsAt, shop.rescheduleCutoffMinutes),
		now,
	)
	return {
		nowLabel: nearMomentWordsAt(shop.timeZone, appointment.startsAt, now),
		shopName: shop.name,
		phone: shop.phone && { href: `tel:${shop.phone}`, label: phoneLabel(shop.phone) },
		isAhead: isAhead(appointment, now),
		bookingPage: confirmationPath(token),
		choicePage: changePath(token, appointment.startsAt),
		problem: refusal && {
			title: changeWords(refusal).title,
			text:
				refusal === 'too_late_to_move'
					? `Visits can be changed until ${timeBefore(shop.rescheduleCutoffMinutes, 'they start')}: this one until ${until}. Nothing was changed.`
					: changeWords(refusal).text,
		},
	}
}

/** For each service: the staff free at that start, and the shop's other services. */
export function choiceView(found: ChangeableAppointment, token: string, now: Instant) {
	const { toChange, appointment, offered } = found
	const others = offered.filter((one) => toChange.services.every(({ id }) => id !== one.id))
	return {
		kind: 'choice' as const,
		...appointmentView(found, token, now),
		token,
		movePage: reschedulePath(token, 'with=any'),
		startsAt: String(toChange.startsAt),
		services: toChange.services.map(({ name }, position) => ({
			position,
			name,
			staffName: appointment.services[position]?.staffName ?? '',
			others: othersFreeThen(found, position, now).map(({ staffMemberId, name, isSenior }) => ({
				staffMemberId,
				name,
				isSenior,
			})),
		})),
		offered: others.map(({ id, name, priceKobo, durationMinutes }) => ({
			id,
			name,
			priceKobo,
			durationLabel: durationLabel(durationMinutes),
		})),
	}
}

/** What one change would do, shown before it is done. */
export function questionView(
	found: ChangeableAppointment,
	wanted: WantedChange,
	token: string,
	now: Instant,
) {
	const { toChange, appointment } = found
	const planned = planChange(found, wanted, now)
	const { problem, ...common } = appointmentView(found, token, now)
	const before = appointment.services[wanted.position]
	const query = `&position=${wanted.position}${wanted.serviceId ? `&service=${wanted.serviceId}` : ''}`
	const mayBeElsewhen = !planned.ok && planned.refusal === 'does_not_fit'
	return {
		kind: 'question' as const,
		...common,
		problem,
		refusal: planned.ok || problem ? null : changeWords(planned.refusal),
		times: mayBeElsewhen
			? timesForChange(found, wanted, now).map(({ startsAt, label }) => ({
					label,
					page: changePath(token, startsAt, query),
				}))
			: [],
		before: before && `${before.name} with ${before.staffName}`,
		sequence: toChange.sequence,
		plan: planned.ok ? planView(found, planned.value, now) : null,
	}
}

export type ChoiceView = ReturnType<typeof choiceView>
export type QuestionView = ReturnType<typeof questionView>

function planView(
	found: ChangeableAppointment,
	{ bill, service, staff, position, ...plan }: ChangePlan,
	now: Instant,
) {
	const { toChange, appointment } = found
	const { timeZone } = appointment.shop
	const wanted = service ?? toChange.services[position]
	const backKobo = bill.backKobo + bill.cashbackBackKobo
	const keptKobo = bill.keptKobo + bill.cashbackKeptKobo
	return {
		title: service ? `Change to ${service.name}?` : `Change to ${staff.name}?`,
		after: `${wanted?.name} with ${staff.name}`,
		whenLabel: nearMomentLabelAt(timeZone, plan.startsAt, now),
		isOtherTime: plan.startsAt !== toChange.startsAt,
		lengthLabel: durationLabel(bill.durationMinutes),
		lengthBeforeLabel: durationLabel(appointment.durationMinutes),
		fields: {
			position: String(position),
			...(service ? { service: service.id } : {}),
			staff: staff.staffMemberId,
			startsAt: String(plan.startsAt),
			sequence: String(toChange.sequence),
			shown: shownSums(bill),
		},
		lines: [
			...bill.services.map(({ name, priceKobo }) => ({ label: name, amountKobo: priceKobo })),
			...bill.addOns.map(({ name, priceKobo }) => ({ label: name, amountKobo: priceKobo })),
			...(bill.discountKobo > 0
				? [{ label: discountLabel(appointment), amountKobo: -bill.discountKobo }]
				: []),
			...(bill.tipKobo > 0 ? [{ label: 'Tip', amountKobo: bill.tipKobo }] : []),
		],
		total: { label: 'New total', amountKobo: bill.totalKobo },
		isPriceKept: bill.totalKobo === toChange.totalKobo,
		totalBefore: formatNaira(toChange.totalKobo),
		settled: [
			...(toChange.heldCashbackKobo > 0
				? [{ label: 'Paid with cashback', amountKobo: -toChange.heldCashbackKobo }]
				: []),
			...(toChange.heldKobo > 0 ? [{ label: 'Paid online', amountKobo: -toChange.heldKobo }] : []),
			...(toChange.paidAtShopKobo > 0
				? [{ label: 'Paid to the shop', amountKobo: -toChange.paidAtShopKobo }]
				: []),
			...(backKobo > 0 ? [{ label: 'You get back', amountKobo: backKobo }] : []),
			...(keptKobo > 0 ? [{ label: 'Not refunded', amountKobo: keptKobo }] : []),
		],
		due: { label: 'To pay at the shop', amountKobo: bill.dueAtShopKobo },
		words: moneyWords(found, bill, now),
		refundWords: plan.isFree
			? `Free to cancel until ${nearMomentWordsAt(timeZone, plan.refundableUntilAt, now)}.`
			: `Payments were refundable until ${nearMomentWordsAt(timeZone, appointment.refundableUntilAt, now)}.`,
	}
}

/** What the change does to money, cashback, a code or a reward: a sentence each. */
function moneyWords(
	{ toChange, appointment }: ChangeableAppointment,
	bill: ChangedBill,
	now: Instant,
): string[] {
	const { shop, refundableUntilAt } = appointment
	const until = nearMomentWordsAt(shop.timeZone, refundableUntilAt, now)
	const { saving } = toChange
	return [
		...(bill.backKobo > 0
			? [
					`We’ll refund the ${formatNaira(bill.backKobo)} difference to the card or account you used. It’s refundable until ${until}.`,
				]
			: []),
		...(bill.keptKobo > 0
			? [
					`${formatNaira(bill.keptKobo)} of what you paid won’t be refunded: it was refundable until ${until}.`,
				]
			: []),
		...(bill.cashbackBackKobo > 0
			? [
					`${formatNaira(bill.cashbackBackKobo)} will be returned to your cashback.`,
					...repaymentIfBack({
						cashbackKobo: bill.cashbackBackKobo,
						repaidKobo: Math.min(appointment.repaidKobo, bill.cashbackBackKobo),
						shop,
					}),
				]
			: []),
		...(bill.cashbackKeptKobo > 0
			? [`It’s too late to get ${formatNaira(bill.cashbackKeptKobo)} of your cashback back.`]
			: []),
		...(bill.isSavingLost && saving?.kind === 'promo'
			? [`${saving.code} doesn’t apply to this total. You can use it again.`]
			: []),
		...(bill.isSavingLost && saving?.kind === 'reward'
			? ['Your reward doesn’t apply to this service. You can use it again.']
			: []),
	]
}
