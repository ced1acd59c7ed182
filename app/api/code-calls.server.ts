import * as z from 'zod'
import { checkInRefusalWords } from '#app/domain/subscriptions/check-in-refusal.ts'
import type { RewardAppointment } from '#app/flows/loyalty/redeem-reward.server.ts'
import {
	actOfCode,
	type CodeRefusal,
	codeStatus,
	rewardRefusalWords,
	useCode as takeCode,
} from '#app/flows/loyalty/use-code.server.ts'
import {
	type OrderAtShop,
	type OrderRefusal,
	orderRefusalWords,
	orderStatus,
	startOrderedPlan,
} from '#app/flows/subscriptions/start-ordered-plan.server.ts'
import { outsideLine, writtenText } from '#app/kernel/form-fields.server.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { appointmentStatuses } from '#app/kernel/vocabulary/booking.ts'
import { isRetryable } from '#app/kernel/write-batch.server.ts'
import { answeredInstant, isoOrNull, isoText } from './api-fields.server.ts'
import { type ShopCall, shopCall } from './shop-call.server.ts'

const checkedIn = z.object({
	kind: z.literal('check-in'),
	holder: writtenText,
	plan: writtenText,
	session_starts_at: answeredInstant.nullable(),
	entries_left: z.int().nullable(),
	used_at: answeredInstant,
})
const rewardAppointment = z.object({
	reference: writtenText,
	starts_at: answeredInstant,
	total_kobo: z.int(),
	/** The cost with the reward. Null where the reward changes nothing: `problem` has the reason. */
	new_total_kobo: z.int().nullable(),
	problem: writtenText.nullable(),
})
const reward = z.object({
	kind: z.literal('reward'),
	description: writtenText,
	is_used: z.boolean(),
	/** The two words on the customer's open voucher in this minute. */
	words: writtenText,
	expires_at: answeredInstant,
	/** Null for rewards that staff give by hand. */
	appointments_today: z.array(rewardAppointment).nullable(),
	/** The discounted appointment. */
	appointment: rewardAppointment.nullable(),
})
const orderFields = {
	/** The number that the customer says, such as 'PL4-7QMH'. */
	order: writtenText,
	plan: writtenText,
	holder: writtenText,
	to_pay_kobo: z.int(),
}
const order = z.object({ kind: z.literal('order'), ...orderFields, expires_at: answeredInstant })
const member = z.object({
	kind: z.literal('member'),
	first_name: writtenText,
	appointments_today: z.array(
		z.object({ reference: writtenText, status: z.enum(appointmentStatuses), starts_at: answeredInstant }),
	),
})

const words: Record<CodeRefusal, string> = { ...checkInRefusalWords, ...rewardRefusalWords }
/** Leaves out the codes that every call has. */
function refusalStatuses<Code extends string>(codes: readonly Code[], statusOf: (code: Code) => number) {
	return Object.fromEntries(
		codes.filter((code) => !isRetryable(code)).map((code) => [code, statusOf(code)]),
	) as ShopCall['refusals']
}

const codes = Object.keys(words) as CodeRefusal[]
/** Leaves out 'own_code': a program has no account. */
const refusals = refusalStatuses(
	codes.filter((code) => code !== 'own_code'),
	codeStatus,
)
const orderRefusals = refusalStatuses(
	(Object.keys(orderRefusalWords) as OrderRefusal[]).filter((code) => code !== 'own_code'),
	orderStatus,
)

function rewardAppointmentAnswer(appointment: RewardAppointment) {
	const { referenceNumber, startsAt, totalKobo, problem } = appointment
	return {
		reference: referenceNumber,
		starts_at: isoText(startsAt),
		total_kobo: totalKobo,
		problem,
		new_total_kobo: appointment.problem === null ? appointment.newTotalKobo : null,
	}
}

export const codeCalls: readonly ShopCall[] = [
	shopCall({
		method: 'POST',
		path: '/codes',
		scope: 'codes:use',
		summary:
			'Read a customer’s code. Check-in codes are used at once, rewards only with "use"; plan orders and member codes are looked up',
		body: z.strictObject({
			code: outsideLine().min(4).max(512),
			use: z.boolean().default(false),
			appointment: outsideLine().min(1).max(20).optional(),
		}),
		answer: z.discriminatedUnion('kind', [checkedIn, reward, order, member]),
		refusals,
		async handle({ body, context, shopId, actId, now, actOf }) {
			const { cookieKeys, checkInKeys } = context.settings
			const act = actOfCode(body.code, body.use)
			const used = await takeCode(context, {
				shopId,
				text: body.code,
				usesReward: body.use,
				referenceNumber: body.appointment ?? null,
				key: actId,
				alongside: act === null ? [] : actOf(act),
				now,
				cookieKeys,
				checkInKeys: checkInKeys ?? [],
			})
			if (!used.ok) {
				const { code, usedAt } = used.refusal
				const more = usedAt === undefined ? {} : { used_at: isoText(usedAt) }
				return refused({ code, text: words[code], more })
			}
			switch (used.value.kind) {
				case 'check-in': {
					const { holder, planTitle, sessionStartsAt, entriesLeft, usedAt } = used.value
					return accepted({
						...({ kind: 'check-in', holder, plan: planTitle, entries_left: entriesLeft } as const),
						session_starts_at: isoOrNull(sessionStartsAt),
						used_at: isoText(usedAt),
					})
				}
				case 'reward': {
					const { description, isUsed, words, expiresAt, appointments, appointment } = used.value
					return accepted({
						kind: 'reward' as const,
						description,
						is_used: isUsed,
						words,
						expires_at: isoText(expiresAt),
						appointments_today: appointments?.map(rewardAppointmentAnswer) ?? null,
						appointment: appointment && rewardAppointmentAnswer(appointment),
					})
				}
				case 'order':
					return accepted({
						kind: 'order' as const,
						...orderAnswer(used.value),
						expires_at: isoText(used.value.expiresAt),
					})
				case 'member':
					return accepted({
						kind: 'member' as const,
						first_name: used.value.firstName,
						appointments_today: used.value.appointments.map(({ referenceNumber, status, startsAt }) => ({
							reference: referenceNumber,
							status,
							starts_at: isoText(startsAt),
						})),
					})
			}
		},
	}),
	shopCall({
		method: 'POST',
		path: '/plan-orders/{order}/activate',
		scope: 'codes:use',
		summary:
			'Start a plan that the customer ordered and has paid for at the shop, by the order number they give you',
		answer: z.object({ ...orderFields, subscription_id: writtenText, was_started: z.boolean() }),
		refusals: orderRefusals,
		async handle({ params, context, shopId, now, actOf }) {
			const started = await startOrderedPlan(context, { typed: params.order, shopId, now, actOf })
			if (!started.ok) {
				const text = orderRefusalWords[started.refusal] ?? 'This plan order cannot be started.'
				return refused({ code: started.refusal, text })
			}
			const { subscriptionId, wasStarted } = started.value
			return accepted({
				...orderAnswer(started.value),
				subscription_id: subscriptionId,
				was_started: wasStarted,
			})
		},
	}),
]

function orderAnswer({ referenceNumber, planTitle, holder, toPayKobo }: OrderAtShop) {
	return { order: referenceNumber, plan: planTitle, holder, to_pay_kobo: toPayKobo }
}
