import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { describedRow } from '#db/described-row.server.ts'
import { refuseUnlessRowSeen } from '#db/refuse-when.server.ts'
import { pickColumns, rows } from '#db/row.server.ts'
import { shops } from '#db/schema/discovery.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { otherContact, type ShopContact } from '#db/shop-parts.server.ts'
import { first, preparedSelect, updateWhere } from '#db/statement.server.ts'
import { aboutShop, type ShopDetails, shopRules } from './shop-details.ts'

const ownDetails = preparedSelect<ShopDetails>(
	rows({
		...describedRow(aboutShop, shops),
		...pickColumns(shops, 'depositKind', 'depositValue'),
		...describedRow(shopRules, shops),
	}),
	() => sql`FROM ${shops} WHERE ${shops.id} = ${callingShopId(shopCallerPlaceholders)}`,
)

/** A shop's details, as the shop sees and changes them. */
export function createShopDetailsRepository(read: Database['read']) {
	return {
		/** Of the caller's shop; null for a key that opens nothing. */
		own: ({ secretHash, kind }: ShopCaller): Promise<ShopDetails | null> =>
			first(read(ownDetails({ secretHash, kind }))),

		refuseUnlessSeen: (shopId: string, seen: Partial<ShopDetails>, wanted: Partial<ShopDetails>): Statement =>
			refuseUnlessRowSeen(shops, isShop(shopId), seen, wanted),

		/**
		 * Stands before the write of a new e-mail, phone or WhatsApp number. Changes no row where the shop had none, or
		 * keeps it (D58).
		 */
		holdPayouts: (shopId: string, contact: ShopContact, heldUntil: Instant): Statement<number> => {
			const { isEmailOther, isPhoneOther, isWhatsAppOther } = otherContact(contact)
			return updateWhere(
				shops,
				{ payoutsHeldUntil: sql`max(${shops.payoutsHeldUntil}, ${heldUntil})` },
				and(isShop(shopId), or(isEmailOther, isPhoneOther, isWhatsAppOther)),
			)
		},

		update: (shopId: string, fields: Partial<ShopDetails>): Statement =>
			updateWhere(shops, fields, isShop(shopId)),
	}
}

function isShop(shopId: string): SQL {
	return eq(shops.id, shopId)
}
