/** The most letters of a phone number as people type it, with its spaces and signs. */
export const MAX_TYPED_PHONE_LENGTH = 30

/**
 * The stored form (E.164, '+2348031234567') of a Nigerian phone number in any usual spelling: '0803 123 4567',
 * '234803…', '+234 (0)803…', '00234…', '803 123 4567' (R45). Numbers of other countries need their '+' or '00'.
 * Null for text that is no phone number.
 */
export function parsePhone(text: string): string | null {
	const compact = text.normalize('NFKC').replace(/[\s().\-–/]/g, '')
	if (!/^\+?\d{7,17}$/.test(compact)) return null
	const international = compact.startsWith('+')
		? compact.slice(1)
		: compact.startsWith('00')
			? compact.slice(2)
			: null
	if (international !== null && !international.startsWith('234')) {
		return /^[1-9]\d{7,14}$/.test(international) ? `+${international}` : null
	}
	// Any other number is Nigerian: the country code and the trunk 0 are dropped.
	const national = (international ?? compact).replace(/^234/, '').replace(/^0/, '')
	// Mobile numbers have ten digits (7…, 8…, 9…); Lagos, Abuja and other land lines eight to ten.
	return /^(?:[789]\d{9}|[1-6]\d{6,8}|[789]\d{7})$/.test(national) ? `+234${national}` : null
}

/** '+2348031234567' → '0803 123 4567', as Nigerians read a number out. Numbers of other countries stay unchanged. */
export function phoneLabel(phone: string): string {
	const mobile = /^\+234([789]\d{2})(\d{3})(\d{4})$/.exec(phone)
	return mobile ? `0${mobile[1]} ${mobile[2]} ${mobile[3]}` : phone.replace(/^\+234/, '0')
}
