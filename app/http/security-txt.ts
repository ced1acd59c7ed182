import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { parsePhone } from '#app/kernel/phone.ts'

const PATH = '/.well-known/security.txt'

/** Far below the year that the standard recommends: each answer has a later end. */
const VALID_MS = 90 * DAY_MS

type SecurityTxt = { supportContact: string | null; appOrigin: string | null; now: Instant }

/** Where a person reports a hole, as programs look for it (RFC 9116); null without a contact that can be an address. */
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

/** The setting as a URI, made of an e-mail address or a phone number; null for words that no program can call. */
function contactUri(contact: string): string | null {
	if (/^(mailto:|tel:|https:\/\/)[\x21-\x7e]+$/i.test(contact)) return contact
	if (/^[\w.+'~-]+@[\w-]+(\.[\w-]+)+$/.test(contact)) return `mailto:${contact}`
	const phone = parsePhone(contact)
	return phone === null ? null : `tel:${phone}`
}
