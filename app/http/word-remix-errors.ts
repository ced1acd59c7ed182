const sentences: Record<number, string> = {
	400: 'We could not read this request.',
	403: 'This request is not allowed here.',
	404: 'There is nothing at this address.',
	405: 'This address does not accept this kind of request.',
}

/**
 * Replaces Remix's own 'Unexpected Server Error', JSON or bare text, which it sends for odd methods of an address
 * without a page (F14).
 */
export function wordRemixErrors(response: Response): Response {
	const isLastResort = response.status === 500 && response.headers.get('content-type') === 'text/plain'
	if (!isLastResort && !response.headers.has('x-remix-error')) return response
	return plainAnswer(response.status)
}

/** One plain sentence, for programs and addresses without a page. */
export function plainAnswer(status: number): Response {
	const sentence = sentences[status] ?? 'Something went wrong on our side. Please try again in a moment.'
	return new Response(sentence, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
