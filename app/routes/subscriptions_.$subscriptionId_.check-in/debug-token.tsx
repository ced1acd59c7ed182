import { SubscriptionsStyle } from '#app/ui/account/styles.tsx'
import { type CopyState, useCopy } from '#app/ui/account/use-copy.ts'
import { Button } from '#app/ui/button.tsx'

const words: Record<CopyState, { label: string; feedback: string | null }> = {
	ready: { label: 'Copy payload', feedback: null },
	copied: { label: 'Copied!', feedback: 'JWT payload copied to clipboard' },
	failed: { label: 'Failed to copy', feedback: 'Could not copy to clipboard' },
}

/** For the developers of the app (D17). */
export function DebugToken({ token, payload }: { token: string; payload: string }) {
	const { state, copy } = useCopy(payload)
	const { label, feedback } = words[state]
	return (
		<details className="mt-4">
			<summary className="tap">DEBUG</summary>
			<SubscriptionsStyle />
			<pre className="token">{payload}</pre>
			<p className="token">{token}</p>
			<Button variant="quiet" size="small" onClick={copy}>
				{label}
			</Button>
			<p role="status" className="soft text-sm">
				{feedback}
			</p>
		</details>
	)
}
