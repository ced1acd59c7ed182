import { type SQL, sql } from 'drizzle-orm'
import { shops } from './schema/discovery.ts'

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
