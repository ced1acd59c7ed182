import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { parsePhone } from '#app/kernel/phone.ts'

const PATH = '/.well-known/security.txt'

/** The standard recommends less than a year; each answer moves the expiry. */
const VALID_MS = 90 * DAY_MS

type SecurityTxt = { supportContact: string | null; appOrigin: string | null; now: Instant }

/** Where to report a vulnerability (RFC 9116); null without a usable contact. */
export function securityTxt({ supportContact, appOrigin, now }: SecurityTxt): string | null {
	const contact = contactUri(supportContact ?? '')
	if (contact === null) return null
	return [
		`Contact: ${contact}`,
		`Expires: ${new Date(now + VALID_MS).toISOString()}`,
		'Preferred-Languages: en',
		...(appOrigin === null ? [] : [`Canonical: ${appOrigin}${PATH}`]),
		'',
	].join('\n')
}

/** An e-mail address or phone number as a URI; else null. */
function contactUri(contact: string): string | null {
	if (/^(mailto:|tel:|https:\/\/)[\x21-\x7e]+$/i.test(contact)) return contact
	if (/^[\w.+'~-]+@[\w-]+(\.[\w-]+)+$/.test(contact)) return `mailto:${contact}`
	const phone = parsePhone(contact)
	return phone === null ? null : `tel:${phone}`
}
