import { cleanLine } from './clean-text.ts'

/** Of a typed number, with spaces and signs. */
export const MAX_TYPED_PHONE_LENGTH = 30

/** Mobile numbers (70… to 72…, 80…, 81…, 90…, 91…) and land lines (20…), both of ten digits. */
const NATIONAL = /^(?:(?:7[0-2]|[89][01])\d{8}|20\d{8})$/
/** Former land lines: an area code and the rest. They need a trunk 0 or a country code. */
const OLD_LAND_LINE = /^(?:[1-6]\d{6,7}|(?:7[3-9]|[89][2-9])\d{6})$/

/**
 * A Nigerian number in any usual spelling as E.164 (R45): '0803 123 4567', '+234 (0)803…', '803 123 4567'. Other
 * countries need their '+' or '00'. Null for any other text. Tests compare it with `libphonenumber-js`
 * (docs/decisions/028).
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

/** '+2348031234567' → '0803 123 4567'. Other countries stay unchanged. */
export function phoneLabel(phone: string): string {
	const mobile = /^\+234([789]\d{2})(\d{3})(\d{4})$/.exec(phone)
	return mobile ? `0${mobile[1]} ${mobile[2]} ${mobile[3]}` : phone.replace(/^\+234/, '0')
}
