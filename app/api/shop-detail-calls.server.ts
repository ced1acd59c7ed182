import * as z from 'zod'
import type { ShopDetails } from '#app/domain/discovery/shop-details.ts'
import { shopLimits as limits } from '#app/domain/discovery/shop-limits.ts'
import { changeDetails } from '#app/flows/shop/change-details.server.ts'
import { camelKeys, snakeKeys } from '#app/kernel/cased-keys.ts'
import { writtenText } from '#app/kernel/form-fields.server.ts'
import { accepted } from '#app/kernel/outcome.ts'
import { depositKinds } from '#app/kernel/vocabulary/discovery.ts'
import { apiIdField, apiLineField, apiPhoneField, textField } from './api-fields.server.ts'
import { type Called, type ShopCall, shopCall } from './shop-call.server.ts'
import { changeRefused, changeStatuses, whatChanged } from './shop-resource.server.ts'

const within = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max)
const phoneNumber = apiPhoneField.nullable()

const shopFields = {
	description: textField(limits.descriptionLetters),
	landmark: apiLineField(limits.landmarkLetters).nullable(),
	phone: phoneNumber,
	whatsapp: phoneNumber,
	deposit_kind: z.enum(depositKinds),
	deposit_value: z
		.int()
		.min(0)
		.max(limits.depositKobo.max)
		.describe('Percent or kobo, by deposit_kind; 0 for none.'),
	prepay_after_no_shows: within(limits.prepayAfterNoShows)
		.nullable()
		.describe('From how many no-shows on a customer pays in advance. null: never.'),
	deposit_hold_hours: within(limits.depositHoldHours).describe(
		'For how long a time waits for a deposit that was asked for by a link.',
	),
	minimum_notice_minutes: within(limits.noticeMinutes),
	horizon_days: within(limits.horizonDays),
	free_cancellation_minutes: within(limits.freeCancellationMinutes),
	reschedule_cutoff_minutes: within(limits.rescheduleCutoffMinutes),
	max_ahead_proven: within(limits.ceiling).describe('Unpaid visits ahead of a confirmed email address.'),
	max_ahead_unproven: within(limits.ceiling).describe('Unpaid visits ahead of any other contact.'),
	max_guest_bookings_per_hour: within(limits.ceiling).describe('Of one network.'),
	max_moves: within(limits.ceiling).describe('Of one visit, by its customer.'),
}

const changedShop = z
	.strictObject(z.object(shopFields).partial().shape)
	.refine((body) => Object.keys(body).length > 0, 'Give at least one field to change.')
	.refine(({ deposit_kind: kind, deposit_value: value }) => isDeposit(kind, value), {
		path: ['deposit_value'],
		message: 'Give deposit_kind and deposit_value together, as the documentation says.',
	})

function isDeposit(kind: ShopDetails['depositKind'] | undefined, value: number | undefined): boolean {
	if (kind === undefined || value === undefined) return kind === value
	if (kind === 'none') return value === 0
	const { min, max } = kind === 'percent' ? limits.depositPercent : limits.depositKobo
	return min <= value && value <= max
}

/** As they are stored: an operator may have set a ceiling above what counts. */
const shop = z.object({
	id: apiIdField,
	name: writtenText,
	description: writtenText,
	landmark: writtenText.nullable(),
	phone: writtenText.nullable(),
	whatsapp: writtenText.nullable(),
	deposit_kind: z.enum(depositKinds),
	deposit_value: z.int(),
	prepay_after_no_shows: z.int().nullable(),
	deposit_hold_hours: z.int(),
	minimum_notice_minutes: z.int(),
	horizon_days: z.int(),
	free_cancellation_minutes: z.int(),
	reschedule_cutoff_minutes: z.int(),
	max_ahead_proven: z.int(),
	max_ahead_unproven: z.int(),
	max_guest_bookings_per_hour: z.int(),
	max_moves: z.int(),
})

/** What a shop says of itself. Its name, address and bank account are the operator's. */
export const shopDetailCalls: readonly ShopCall[] = [
	shopCall({
		method: 'GET',
		path: '/shop',
		scope: 'catalogue:read',
		summary: 'Get the shop’s details',
		answer: shop,
		refusals: changeStatuses('not_found'),
		handle: shownShop,
	}),
	shopCall({
		method: 'PATCH',
		path: '/shop',
		scope: 'catalogue:write',
		summary: 'Update the shop’s details',
		body: changedShop,
		answer: shop,
		refusals: changeStatuses('not_found'),
		// The shop of a key is there.
		given: [],
		async handle(called) {
			const { body, key, shopId, now } = called
			const summary = whatChanged(key.shop.name, body)
			const done = await changeDetails(called.context, {
				shopId,
				fields: camelKeys(body),
				alongside: called.actOf({ kind: 'shop_changed', subjectId: shopId, summary }),
				now,
			})
			return done.ok ? shownShop(called) : changeRefused(done.refusal)
		},
	}),
]

async function shownShop({ context, caller, key }: Called<unknown, unknown, unknown>) {
	const details = await context.discovery.details.own(caller)
	if (!details) return changeRefused('not_found')
	return accepted({ id: key.shop.id, name: key.shop.name, ...snakeKeys(details) })
}
