import { SubmitButton } from '#app/ui/button.tsx'

interface IntentButtonProps {
	intent: string
	busyLabel?: string
	className?: string
	children: string
}

/** A second button of checkout; it posts the typed values. */
export function IntentButton({ intent, ...button }: IntentButtonProps) {
	return <SubmitButton variant="quiet" size="small" name="intent" value={intent} {...button} />
}
