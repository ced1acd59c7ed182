import { cleanLine } from './clean-text.ts'

/** The most letters of a phone number as people type it, with its spaces and signs. */
export const MAX_TYPED_PHONE_LENGTH = 30

/** Mobile numbers (70… to 72…, 80…, 81…, 90…, 91…) and land lines (20…), both of ten digits. */
const NATIONAL = /^(?:(?:7[0-2]|[89][01])\d{8}|20\d{8})$/
/** Land lines as they were until they got ten digits: an area code and the rest. Their trunk 0 or country is needed. */
const OLD_LAND_LINE = /^(?:[1-6]\d{6,7}|(?:7[3-9]|[89][2-9])\d{6})$/

/**
 * The stored form (E.164, '+2348031234567') of a Nigerian phone number in any usual spelling: '0803 123 4567',
 * '234803…', '+234 (0)803…', '00234…', '803 123 4567' (R45). Numbers of other countries need their '+' or '00'.
 * Null for text that is no phone number. `libphonenumber-js` is its oracle in the tests (docs/decisions/028).
 */
export function parsePhone(text: string): string | null {
	const compact = cleanLine(text)
		.normalize('NFKC')
		.replace(/^tel:|\(0\)/gi, '')
		.replace(/[\s().\p{Pd}\u2212/]/gu, '')
	const [, international, trunk, digits = ''] = /^(?:(\+|00)|(0))?(\d{6,17})$/.exec(compact) ?? []
	if (international && !digits.startsWith('234')) return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : null
	const isWhole = trunk === undefined && digits.startsWith('234')
	const national = isWhole ? digits.slice(3).replace(/^0/, '') : digits
	if (NATIONAL.test(national)) return `+234${national}`
	return (isWhole || trunk !== undefined) && OLD_LAND_LINE.test(national) ? `+234${national}` : null
}

/** '+2348031234567' → '0803 123 4567', as Nigerians read a number out. Numbers of other countries stay unchanged. */
export function phoneLabel(phone: string): string {
	const mobile = /^\+234([789]\d{2})(\d{3})(\d{4})$/.exec(phone)
	return mobile ? `0${mobile[1]} ${mobile[2]} ${mobile[3]}` : phone.replace(/^\+234/, '0')
}
