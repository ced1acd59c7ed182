import { readPaymentLink } from '#app/domain/payments/payment-reference.server.ts'

/** The address that a payer returns to; it proves no payment (D5). */
export type ReturnQuery = {
	paymentReference: string | null
	/** The signed link's token, which opens the payment; null for a bare reference. */
	token: string | null
	/** The link's token has no signature of ours. */
	isForged: boolean
	returnState: 'cancelled' | 'failed' | null
}

/**
 * Reads our signed link first, then the provider's parameters. The provider appends them with '&' or a second '?', so
 * the token ends at either.
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
		returnState: hasTrue(searchParams, 'cancelled')
			? 'cancelled'
			: hasTrue(searchParams, 'failed')
				? 'failed'
				: null,
	}
}

/** Null for anything that cannot be our reference. */
function readReference(text: string | null): string | null {
	return text !== null && /^[\w.=-]{1,100}$/.test(text) ? text : null
}

function hasTrue(searchParams: URLSearchParams, word: string): boolean {
	return searchParams.get(word) === 'true'
}
