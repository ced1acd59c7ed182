import { Button, ButtonLink } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { type CopyState, useCopy } from './use-copy.ts'

interface ReferralCodeProps {
	code: string
	/** The message to a friend. */
	invitation: string
	/** A WhatsApp link with the invitation. */
	whatsApp: string
}

/**
 * A friend's code, shared by WhatsApp without script. With script it can be shared or copied; if sharing fails, it is
 * copied.
 */
export function ReferralCode({ code, invitation, whatsApp }: ReferralCodeProps) {
	const isHydrated = useHydrated()
	const { state, copy } = useCopy(code)
	const words: Record<CopyState, string> = {
		ready: '',
		copied: `Code copied! ${code} copied to clipboard`,
		failed: 'Failed to copy. Please try again.',
	}
	const share = () => {
		if (typeof navigator.share !== 'function') return copy()
		navigator.share({ text: invitation }).catch((error: unknown) => {
			// Closing the list of apps is a choice, not a failure.
			if (!(error instanceof Error && error.name === 'AbortError')) copy()
		})
	}
	return (
		<>
			<div className="row flex-wrap">
				<b className="num code">{code}</b>
				{isHydrated && (
					<Button variant="quiet" size="small" onClick={copy} aria-label={`Copy code ${code}`}>
						Copy
					</Button>
				)}
			</div>
			<div className="row flex-wrap mt-2">
				{isHydrated && (
					<Button variant="quiet" size="small" onClick={share} aria-label={`Share code ${code}`}>
						Share
					</Button>
				)}
				<ButtonLink
					to={whatsApp}
					variant="quiet"
					size="small"
					rel="noreferrer"
					aria-label={`Send code ${code} by WhatsApp`}
				>
					WhatsApp
				</ButtonLink>
			</div>
			{isHydrated && (
				<p role="status" className="soft text-sm">
					{words[state]}
				</p>
			)}
		</>
	)
}
