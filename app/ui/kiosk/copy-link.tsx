import { type CopyState, useCopy } from '../account/use-copy.ts'
import { Button } from '../button.tsx'
import { useHydrated } from '../use-hydrated.ts'

/** Needs script; without it the link is selected by hand. */
export function CopyLink({ link }: { link: string }) {
	const isHydrated = useHydrated()
	const { state, copy } = useCopy(link)
	if (!isHydrated) return null
	return (
		<p className="bar mt-2">
			<Button variant="quiet" size="small" onClick={copy}>
				Copy the link
			</Button>
			<span role="status">{copyWords[state]}</span>
		</p>
	)
}

const copyWords: Record<CopyState, string> = {
	ready: '',
	copied: 'Copied',
	failed: 'Not copied: select it instead.',
}
