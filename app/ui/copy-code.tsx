import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { useHydrated } from './use-hydrated.ts'

const FEEDBACK_MS = 2_000

type CopyState = 'ready' | 'copied' | 'failed'

const words: Record<CopyState, string> = {
	ready: 'Copy code',
	copied: 'Code copied!',
	failed: 'Failed to copy. Please try again.',
}

/** A code to read out, and with script a button that copies it. */
export function CopyCode({ code }: { code: string }) {
	const isHydrated = useHydrated()
	const [state, setState] = useState<CopyState>('ready')
	useEffect(() => {
		if (state === 'ready') return
		const timer = setTimeout(() => setState('ready'), FEEDBACK_MS)
		return () => clearTimeout(timer)
	}, [state])
	return (
		<div className="row flex-wrap">
			<b className="num code">{code}</b>
			{isHydrated && (
				<Button
					variant="quiet"
					size="small"
					onClick={() =>
						navigator.clipboard.writeText(code).then(
							() => setState('copied'),
							() => setState('failed'),
						)
					}
				>
					<span role="status">{words[state]}</span>
				</Button>
			)}
		</div>
	)
}
