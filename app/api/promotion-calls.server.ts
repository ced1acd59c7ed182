import * as z from 'zod'
import { promoLimits, promoTerms } from '#app/domain/booking/checkout/promo-fields.ts'
import { programFields, programLimits, rewardTexts } from '#app/domain/loyalty/program-fields.ts'
import {
	changeMilestone,
	changeProgram,
	changePromo,
	createMilestone,
	createProgram,
	createPromo,
} from '#app/flows/shop/change-promotions.server.ts'
import { camelKeys, snakeKeys } from '#app/kernel/cased-keys.ts'
import { outsideLine } from '#app/kernel/form-fields.server.ts'
import { accepted } from '#app/kernel/outcome.ts'
import { discountTypes } from '#app/kernel/vocabulary/booking.ts'
import { programKinds, programStatuses, rewardKinds, rewardUnits } from '#app/kernel/vocabulary/loyalty.ts'
import { answeredInstant, apiIdField, apiInstantField, isoOrNull } from './api-fields.server.ts'
import { sentFields, splitSentFields } from './described-fields.server.ts'
import { type ShopCall, shopCall } from './shop-call.server.ts'
import { bodies, changeRefused, changeStatuses, shopResource, whatChanged } from './shop-resource.server.ts'

const count = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max)

const promoFields = {
	code: outsideLine().toUpperCase().regex(promoLimits.code, 'A code has 3 to 20 letters, digits or hyphens.'),
	discount_type: z.enum(discountTypes),
	/** Percent, or kobo. */
	discount_value: count(promoLimits.amountKobo),
}
const morePromoFields = sentFields(promoTerms)
const endsAt = { expires_at: apiInstantField.nullable() }
const answeredEnd = { expires_at: answeredInstant.nullable() }

const kindField = { kind: z.enum(programKinds) }
const program = splitSentFields(programFields)
const cardFields = { visits_required: count(programLimits.cardVisits), is_cyclic: z.boolean() }

const rewardFields = {
	reward_kind: z.enum(rewardKinds),
	value: count(programLimits.amountKobo).nullable(),
	unit: z.enum(rewardUnits).nullable(),
	service_id: apiIdField.nullable(),
	...sentFields(rewardTexts),
}
const milestone = z.object({ id: apiIdField, visits_required: z.int(), ...rewardFields })
const rewardBody = z.strictObject(rewardFields).partial({ value: true, unit: true, service_id: true })

const programRefusals = ['second_cashback_program', 'wrong_kind', 'program_tiers', 'referral_halves'] as const

const promos = bodies(promoFields, { ...morePromoFields, ...endsAt }, {})
const programs = bodies(program.needed, { ...program.more, ...endsAt }, {})

export const promotionCalls: readonly ShopCall[] = [
	...shopResource({
		path: '/promo-codes',
		noun: 'promo code',
		area: 'promotions',
		kind: 'promo_code_changed',
		rows: ({ booking: { promos } }) => promos,
		nameOf: (row) => row.code,
		item: z.object({
			id: apiIdField,
			...promoFields,
			...morePromoFields,
			...answeredEnd,
			current_uses: z.int(),
		}),
		itemOf: ({ expiresAt, ...row }) => ({ ...snakeKeys(row), expires_at: isoOrNull(expiresAt) }),
		created: promos.created,
		create: (context, body, input) => createPromo(context, { ...input, fields: camelKeys(body) }),
		changed: z
			.strictObject({ ...morePromoFields, ...endsAt })
			.partial()
			.refine((body) => Object.keys(body).length > 0, 'Give at least one field to change.'),
		change: (context, body, input) => changePromo(context, { ...input, fields: camelKeys(body) }),
		refusals: { created: ['promo_code_taken', 'discount_not_valid'], changed: ['promo_code_used'] },
	}),
	...shopResource({
		path: '/programs',
		noun: 'loyalty program',
		area: 'promotions',
		kind: 'program_changed',
		rows: ({ loyalty: { shopPrograms } }) => shopPrograms,
		nameOf: (row) => row.name,
		item: z.object({
			id: apiIdField,
			...kindField,
			...sentFields(programFields),
			...answeredEnd,
			status: z.enum(programStatuses),
			card: z.object(cardFields).nullable(),
		}),
		itemOf: ({ expiresAt, visitsRequired, isCyclic, ...row }) => ({
			...snakeKeys(row),
			expires_at: isoOrNull(expiresAt),
			card:
				visitsRequired === null ? null : { visits_required: visitsRequired, is_cyclic: isCyclic === true },
		}),
		created: programs.created.extend({
			...kindField,
			card: z.strictObject(cardFields).optional(),
		}),
		create: (context, { card, ...body }, input) =>
			createProgram(context, {
				...input,
				fields: camelKeys(body),
				card: card ? camelKeys(card) : null,
			}),
		changed: programs.changed.safeExtend({ status: z.enum(programStatuses).optional() }),
		change: (context, body, input) => changeProgram(context, { ...input, fields: camelKeys(body) }),
		refusals: { created: programRefusals, changed: programRefusals },
	}),
	shopCall({
		method: 'GET',
		path: '/programs/{id}/milestones',
		scope: 'promotions:read',
		summary: 'List a punch card’s milestones: the stamps that earn a reward',
		answer: z.object({ items: z.array(milestone) }),
		refusals: changeStatuses('not_found'),
		async handle({ context, shopId, params }) {
			const [program, milestones] = await Promise.all([
				context.loyalty.shopPrograms.one(shopId, params.id),
				context.loyalty.shopPrograms.milestones(shopId, params.id),
			])
			return program ? accepted({ items: milestones.map(snakeKeys) }) : changeRefused('not_found')
		},
	}),
	shopCall({
		method: 'POST',
		path: '/programs/{id}/milestones',
		scope: 'promotions:write',
		summary: 'Add a milestone to a punch card',
		body: rewardBody.extend({ visits_required: cardFields.visits_required }),
		answer: z.object({ id: apiIdField }),
		isCreated: true,
		refusals: changeStatuses(
			...(['not_found', 'wrong_kind', 'stamp_beyond_card', 'stamp_taken'] as const),
			...(['service_not_found', 'reward_not_valid'] as const),
		),
		async handle({ actId: id, body, params, context, shopId, now, actOf }) {
			const act = {
				kind: 'program_changed',
				subjectId: params.id,
				summary: whatChanged(`Stamp ${body.visits_required}`, body),
			} as const
			const input = { id, shopId, now, programId: params.id, fields: camelKeys(body) }
			const done = await createMilestone(context, { ...input, alongside: actOf(act) })
			return done.ok ? accepted({ id }) : changeRefused(done.refusal)
		},
	}),
	shopCall({
		method: 'PUT',
		path: '/programs/{id}/milestones/{milestoneId}',
		scope: 'promotions:write',
		summary: 'Change a milestone’s reward. Rewards already earned stay as they are',
		body: rewardBody,
		answer: z.object({ id: apiIdField }),
		refusals: changeStatuses('not_found', 'service_not_found', 'reward_not_valid'),
		async handle({ body, params: { id: programId, milestoneId: id }, context, shopId, now, actOf }) {
			const act = {
				kind: 'program_changed',
				subjectId: programId,
				summary: whatChanged('A stamp', body),
			} as const
			const fields = { value: null, unit: null, serviceId: null, ...camelKeys(body) }
			const input = { id, shopId, now, programId, fields }
			const done = await changeMilestone(context, { ...input, alongside: actOf(act) })
			return done.ok ? accepted({ id }) : changeRefused(done.refusal)
		},
	}),
]
