import { data } from '@remix-run/react'

/** What the browser itself answers when the server cannot be reached; with 503 nothing is asked anew. */
export function unsentAnswer() {
	const refusal = {
		title: 'No connection',
		text: 'Your phone did not reach us. What you typed is on this page: please try again.',
		status: 503,
	} as const
	return data({ result: null, refusal, offer: null }, { status: refusal.status })
}

export type UnsentAnswer = ReturnType<typeof unsentAnswer>['data']
