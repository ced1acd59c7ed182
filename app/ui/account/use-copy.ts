import { useEffect, useState } from 'react'

const FEEDBACK_MS = 2_000

export type CopyState = 'ready' | 'copied' | 'failed'

/** The state returns to 'ready' after two seconds. */
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
			void write(text).then(
				() => setState('copied'),
				() => setState('failed'),
			),
	}
}

/** Without https a browser has no clipboard. */
async function write(text: string): Promise<void> {
	await navigator.clipboard.writeText(text)
}
