import { type SQL, sql } from 'drizzle-orm'
import { pickColumns, rows, rowsOrNull } from './row.server.ts'
import { shopBankAccounts, shops } from './schema/discovery.ts'

/** A shop's coordinates for customers: 0, 0, which lies in the sea, where only its city is known (D64). */
export const knownPlace = {
	latitude: sql<number>`iif(${shops.isPlaceKnown}, ${shops.latitude}, 0.0)`,
	longitude: sql<number>`iif(${shops.isPlaceKnown}, ${shops.longitude}, 0.0)`,
}

/** The account for transfers to the shop; null where the LEFT JOIN finds none. */
export const bankAccount = rowsOrNull(
	'accountNumber',
	rows(pickColumns(shopBankAccounts, 'bankName', 'accountNumber', 'accountName')),
)

/** A shop's new contact; absent fields stay. */
export type ShopContact = { email?: string | null; phone?: string | null; whatsapp?: string | null }

/** Whether the change replaces or removes an existing contact (D58). A first contact changes nothing. */
export function otherContact({
	email,
	phone,
	whatsapp,
}: ShopContact): Record<'isEmailOther' | 'isPhoneOther' | 'isWhatsAppOther', SQL> {
	return {
		isEmailOther: isOther(shops.email, email),
		isPhoneOther: isOther(shops.phone, phone),
		isWhatsAppOther: isOther(shops.whatsapp, whatsapp),
	}
}

function isOther(
	column: typeof shops.email | typeof shops.phone | typeof shops.whatsapp,
	value: string | null | undefined,
): SQL {
	return value === undefined ? sql`false` : sql`(${column} IS NOT NULL AND ${column} IS NOT ${value})`
}
