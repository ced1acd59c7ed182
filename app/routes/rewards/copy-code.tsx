import { type CopyState, useCopy } from '#app/ui/account/use-copy.ts'
import { Button } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

const words: Record<CopyState, { label: string; feedback: string | null }> = {
	ready: { label: 'Copy code', feedback: null },
	copied: { label: 'Code copied!', feedback: 'Redemption code copied to clipboard' },
	failed: { label: 'Failed to copy', feedback: 'Please try again' },
}

/** A code, and with script a button that copies it; `note` confirms for two seconds. */
export function CopyCode({ code, note }: { code: string; note: string }) {
	const isHydrated = useHydrated()
	const { state, copy } = useCopy(code)
	const { label, feedback } = words[state]
	return (
		<>
			<div className="row mt-2 flex-wrap">
				<b className="num code">{code}</b>
				{isHydrated && (
					<Button variant="quiet" size="small" onClick={copy}>
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
