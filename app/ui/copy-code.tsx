import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { useHydrated } from './use-hydrated.ts'

const FEEDBACK_MS = 2_000

type CopyState = 'ready' | 'copied' | 'failed'

const words: Record<CopyState, { label: string; feedback: string | null }> = {
	ready: { label: 'Copy code', feedback: null },
	copied: { label: 'Code copied!', feedback: 'Redemption code copied to clipboard' },
	failed: { label: 'Failed to copy', feedback: 'Please try again' },
}

/** A code to read out, and with script a button that copies it. What it says then stands for two seconds where `note` does. */
export function CopyCode({ code, note }: { code: string; note: string }) {
	const isHydrated = useHydrated()
	const [state, setState] = useState<CopyState>('ready')
	useEffect(() => {
		if (state === 'ready') return
		const timer = setTimeout(() => setState('ready'), FEEDBACK_MS)
		return () => clearTimeout(timer)
	}, [state])
	const { label, feedback } = words[state]
	return (
		<>
			<div className="row mt-2 flex-wrap">
				<b className="num code">{code}</b>
				{isHydrated && (
					<Button
						variant="quiet"
						size="small"
						onClick={() =>
							copy(code).then(
								() => setState('copied'),
								() => setState('failed'),
							)
						}
					>
						{label}
					</Button>
				)}
			</div>
			<p className="soft text-sm num">
				<span role="status">{feedback}</span>
				{feedback === null && note}
			</p>
		</>
	)
}

/** Without https a browser has no clipboard. */
async function copy(text: string): Promise<void> {
	await navigator.clipboard.writeText(text)
}
