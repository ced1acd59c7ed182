import { readPaymentLink } from '#app/domain/payments/payment-reference.server.ts'

/** The address that a payer came back with; it proves no payment (D5). */
export type ReturnQuery = {
	/** The payment that it names; null when it names none. */
	paymentReference: string | null
	/** The signed link's own token, which opens the payment to its holder; null for a bare reference. */
	token: string | null
	/** A link came, and none of our keys has signed it. */
	isForged: boolean
	returnState: 'cancelled' | 'failed' | null
}

/**
 * Reads the address after paying: our own signed link first, then the names that the provider adds. The provider
 * appends them behind '&' or a second '?', so the token ends at either.
 */
export async function readReturnQuery(url: URL, cookieKeys: readonly string[]): Promise<ReturnQuery> {
	const { searchParams } = url
	const link = searchParams.get('payment')
	const [given = ''] = (link ?? '').split(/[?&]/)
	const signed = given === '' ? null : await readPaymentLink(cookieKeys, given)
	return {
		paymentReference:
			signed ?? readReference(searchParams.get('trxref')) ?? readReference(searchParams.get('reference')),
		token: signed === null ? null : given,
		isForged: given !== '' && signed === null,
		returnState: isSaid(searchParams, 'cancelled')
			? 'cancelled'
			: isSaid(searchParams, 'failed')
				? 'failed'
				: null,
	}
}

/** As far as any of ours could look like it. */
function readReference(text: string | null): string | null {
	return text !== null && /^[\w.=-]{1,100}$/.test(text) ? text : null
}

function isSaid(searchParams: URLSearchParams, word: string): boolean {
	return searchParams.get(word) === 'true'
}
