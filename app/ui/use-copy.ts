import { useEffect, useState } from 'react'

const FEEDBACK_MS = 2_000

/** Whether a text was copied just now. */
export type CopyState = 'ready' | 'copied' | 'failed'

/** Copies a text to the clipboard, and says for two seconds how it went. */
export function useCopy(text: string): { state: CopyState; copy: () => void } {
	const [state, setState] = useState<CopyState>('ready')
	useEffect(() => {
		if (state === 'ready') return
		const timer = setTimeout(() => setState('ready'), FEEDBACK_MS)
		return () => clearTimeout(timer)
	}, [state])
	return {
		state,
		copy: () =>
			// Missing where the page did not come over https.
			void (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
				() => setState('copied'),
				() => setState('failed'),
			),
	}
}
