import { Button } from './button.tsx'
import { type CopyState, useCopy } from './use-copy.ts'
import { useHydrated } from './use-hydrated.ts'

const words: Record<CopyState, string> = {
	ready: 'Copy code',
	copied: 'Code copied!',
	failed: 'Failed to copy. Please try again.',
}

/** A code to read out, and with script a button that copies it. */
export function CopyCode({ code }: { code: string }) {
	const isHydrated = useHydrated()
	const { state, copy } = useCopy(code)
	return (
		<div className="row flex-wrap">
			<b className="num code">{code}</b>
			{isHydrated && (
				<Button variant="quiet" size="small" onClick={copy}>
					<span role="status">{words[state]}</span>
				</Button>
			)}
		</div>
	)
}
