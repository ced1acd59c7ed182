import * as z from 'zod'
import {
	aboutShop,
	depositLimits as limits,
	type ShopDetails,
	shopRules,
} from '#app/domain/discovery/shop-details.ts'
import { changeDetails } from '#app/flows/shop/change-details.server.ts'
import { camelKeys, snakeKeys } from '#app/kernel/cased-keys.ts'
import { writtenText } from '#app/kernel/form-fields.server.ts'
import { accepted } from '#app/kernel/outcome.ts'
import { depositKinds } from '#app/kernel/vocabulary/discovery.ts'
import { apiIdField } from './api-fields.server.ts'
import { sentFields, storedFields } from './described-fields.server.ts'
import { type Called, type ShopCall, shopCall } from './shop-call.server.ts'
import { changeRefused, changeStatuses, whatChanged } from './shop-resource.server.ts'

const shopFields = {
	...sentFields(aboutShop),
	deposit_kind: z.enum(depositKinds),
	deposit_value: z
		.int()
		.min(0)
		.max(limits.kobo.max)
		.describe('Percent or kobo, by deposit_kind; 0 for none.'),
	...sentFields(shopRules),
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
	const { min, max } = kind === 'percent' ? limits.percent : limits.kobo
	return min <= value && value <= max
}

const shop = z.object({
	id: apiIdField,
	name: writtenText,
	...storedFields(aboutShop),
	deposit_kind: z.enum(depositKinds),
	deposit_value: z.int(),
	...storedFields(shopRules),
})

/** Only the operator changes name, address and bank account. */
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
		// No refusal: a key's shop exists.
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
