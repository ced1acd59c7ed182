import { type SQL, sql } from 'drizzle-orm'
import { shops } from './schema/discovery.ts'

/** A shop's own contact as it will be; what is left out stays. */
export type ShopContact = { email?: string | null; phone?: string | null; whatsapp?: string | null }

/** Whether what a shop had until then becomes another one, or none. It had none: then nothing of it changes (D58). */
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
